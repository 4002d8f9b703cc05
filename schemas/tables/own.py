"""What a rung's own walk saw, where it differs from the generation's: the same columns, and whose walk it was.

A replay adds the frames whose pixels differ from the stored ones; a policy adds every frame of its walk.
"""

import dataframely as dy

from schemas.tables.frames import Frames
from schemas.tables.images import Images
from schemas.tables.observations import Observations


class OwnFrames(Frames):
    rung = dy.String(primary_key=True)


class OwnImages(Images):
    rung = dy.String(primary_key=True)


class OwnObservations(Observations):
    rung = dy.String(primary_key=True)
