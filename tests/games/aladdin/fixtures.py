"""What the contract cannot know of Aladdin: which facts of a question go together."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.fields import Value

OF_A_CARD = ("card", "answer")
OF_A_MOVE = ("effect", "takes", "gems", "talismans", "ornaments", "discards")


def fitting(question: str, values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Keep the facts of one mode: a lamp card that is answered, or what one does."""
    told = dict(values)
    if question == "end" and told["by"] == "wish":
        told.pop("bust", None)
    if question == "talisman" and "lies" in told:
        told.pop("opens_later", None)
    if question == "wish":
        if told.get("effect") == "die":
            return {"effect": "die", "die": "b4", "becomes": "s2"}
        own = OF_A_MOVE if "effect" in told else OF_A_CARD
        told = {"answer": "refuse", "card": 1, "takes": "silver-ring", **told}
        return {name: value for name, value in told.items() if name in own}
    return told
