"""Where shards are worked on: in processes or threads of this machine, or by the workers of Dask or Ray.

spec     what `--runner` says, and what is refused before work starts
crew     what a pool asks of those who work for it
local    processes and threads
on_dask  Dask, on this machine or at an address
on_ray   Ray, the same
arrival  what a worker elsewhere looks at before its first shard
"""
