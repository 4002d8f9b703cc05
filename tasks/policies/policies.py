"""From a spec to a policy."""
from schemas.settings import EpisodeSettings


def make_policy(spec, seed, settings):
    from tasks.policies.trivial import DoneAtOnce, RandomActions
    if spec == "done": return DoneAtOnce()
    if spec == "random": return RandomActions(seed, settings)
    from tasks.policies.frontier import Frontier
    return Frontier(settings)
