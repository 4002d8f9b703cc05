"""Declares the two operators without which torchvision's Python half refuses to be imported; see cpu.sh."""

import importlib.abc
import sys


class _Before(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "torchvision":
            sys.meta_path.remove(self)
            import torch

            library = torch.library.Library("torchvision", "DEF")
            for operator in ("nms", "qnms"):
                library.define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
            torch._torchvision_ops = library  # a library that is collected takes its operators along


sys.meta_path.insert(0, _Before())
