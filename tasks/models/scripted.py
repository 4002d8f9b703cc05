"""`scripted`: replies written beforehand. It lets a test, or a dry run, put any text through the whole ladder."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from schemas.identity import digest_of
from tasks.models.base import Prompt, Response


@dataclass(frozen=True, slots=True)
class Scripted:
    otherwise: str
    """The reply to every question that `replies` does not name."""
    replies: Mapping[str, str | Response] = field(default_factory=dict)
    """By question id: a text, or a whole response with a finish reason of its own."""

    @property
    def name(self) -> str:
        if not self.replies:
            return f"scripted:{self.otherwise}"
        return f"scripted:{digest_of([self.otherwise, self.replies])[:8]}"

    def answer(self, prompts: Iterable[Prompt]) -> Iterator[Response]:
        for prompt in prompts:
            reply = self.replies.get(prompt.key.question_id, self.otherwise)
            yield reply if isinstance(reply, Response) else Response(prompt.key, reply)
