"""What models, houses and users say is text on every page, wherever it stands."""

from html.parser import HTMLParser

import polars as pl

from tasks.analysis.comparison import Run, compare
from tasks.reports.comparison import render_comparison
from tasks.reports.page import render_report

EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>"


class _Elements(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.tags, self.handlers, self.pictures = set(), set(), []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.pictures += [dict(attrs).get("src", "")] if tag == "img" else []
        self.handlers |= {name for name, _ in attrs if name.startswith("on")}


def _is_harmless(html):
    assert "&lt;script&gt;" in html
    found = _Elements(html)
    assert not found.tags & {"script", "iframe", "object", "embed", "link"}
    assert not found.handlers
    assert all(source.startswith("data:image/jpeg;base64,") for source in found.pictures)


def test_a_planted_script_is_text_in_every_part_of_a_report(build):
    plain = build(4, n_samples=1)
    spoiled = {
        "responses": plain.responses.with_columns(raw=pl.lit(EVIL)),
        "questions": plain.questions.with_columns(
            text=pl.lit(EVIL), options=pl.col("options").list.eval(pl.element() + EVIL), gold=pl.lit(EVIL)
        ),
        "episodes": plain.episodes.with_columns(
            house_id=pl.lit(EVIL), target_type=pl.lit(EVIL), target_room=pl.lit(EVIL)
        ),
        "validations": plain.validations.with_columns(detail=pl.lit(EVIL), expectation=pl.lit(EVIL)),
        "manifest": {"run_id": EVIL, EVIL: EVIL, "settings": {"again": EVIL, EVIL: [EVIL]}},
    }
    _is_harmless(render_report(build(4, n_samples=1, **spoiled)))


def test_an_answerers_name_is_text_in_tables_and_charts(build):
    _is_harmless(render_report(build(4, answerers=(f"py:{EVIL}@1", "reader"))))


def test_a_planted_script_is_text_on_the_page_of_a_comparison():
    def run(name, right):
        n = 8
        key = {
            "split": ["test"] * n,
            "episode_id": [f"ep_{i:05d}" for i in range(n)],
            "question_id": [f"ep_{i:05d}_q1" for i in range(n)],
            "family": ["Order"] * n,
            "house_id": [f"house-{i}" for i in range(n)],
            "stratum": [f"S{i % 4 + 1}" for i in range(n)],
        }
        asked = pl.DataFrame(key).with_columns(
            rung=pl.lit("E2"),
            answerer=pl.lit(EVIL),
            correct=pl.int_range(n) < right,
            parsed=True,
            content=pl.lit(1, pl.UInt64),
        )
        told = pl.DataFrame(key | {"text": [EVIL] * n, "options": [[EVIL, "b"]] * n}).with_columns(
            answer=pl.lit("A"), frame_refs=pl.lit([0, 1], pl.List(pl.Int64))
        )
        return Run(f"{name}{EVIL}", {"generation": "gen", EVIL: name + EVIL}, asked, told)

    _is_harmless(render_comparison(compare(run("a", 6), run("b", 3))))
