"""What a mistake is: the wrong function, what it replaces, and which cases it makes fail."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

EVERY_OTHER_CASE = ["*"]


class Mistake(NamedTuple):
    name: str
    stage: str
    owner: Any
    replaced: str
    wrong: Callable[..., Any]
    # Beside the case that the stage.json names; all others of the course pass.
    also_fails: list[str]

    def make(self) -> None:
        setattr(self.owner, self.replaced, self.wrong)

    def described(self) -> dict[str, Any]:
        return {"name": self.name, "stage": self.stage, "also_fails": self.also_fails}


class Stage:
    """Collects the mistakes of one stage. A mistake is called like its function."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.mistakes: dict[str, Mistake] = {}

    def mistake(
        self, owner: Any, replaced: str, also_fails: list[str] | None = None
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        if not hasattr(owner, replaced):
            raise AttributeError(f"{owner} has no {replaced} to replace")

        def register(wrong: Callable[..., Any]) -> Callable[..., Any]:
            name = wrong.__name__.replace("_", "-")
            self.mistakes[name] = Mistake(
                name, self.slug, owner, replaced, wrong, also_fails or []
            )
            return wrong

        return register
