"""Everything that `ladder` raises on purpose, by who erred.

LadderError
├── ConfigError      the user: a flag, a path, a file, a setting           exit 2
├── ContractError    our own code: rows that break a table's contract      exit 1
├── WorldError       the simulator: refused, crashed or broke its word     exit 1
├── AnswererError    the model or its server                               exit 1
│   └── UnfinishedError     not all was asked: a budget is spent, or it was stopped
├── LakeError        the storage: what it held is lost or damaged          exit 1
└── GateError        the data: a generation that failed its expectations   exit 1

Each message is one sentence that names the thing and the reason, followed by the way out.
"""


class LadderError(Exception):
    exit_code = 1


def reason_of(error: Exception) -> str:
    """What the system says of an error of its own, without number and path; of any other what it says itself."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


class ConfigError(LadderError):
    exit_code = 2


class ContractError(LadderError):
    pass


class WorldError(LadderError):
    pass


class AnswererError(LadderError):
    pass


class UnfinishedError(AnswererError):
    """What came before it is whole and may be kept; the rest was never answered and can be asked later."""


class LakeError(LadderError):
    pass


class GateError(LadderError):
    pass
