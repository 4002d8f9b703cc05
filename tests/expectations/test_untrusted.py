"""Data Docs show what our checks say, and nothing of what houses and models said."""

import polars as pl

EVIL = "<script>alert(1)</script>"


def test_a_planted_script_is_in_no_page_of_the_data_docs(generation, gate):
    generation["observations"] = generation["observations"].with_columns(
        object_id=pl.lit(EVIL) + pl.col("object_id"), object_type=pl.lit(EVIL)
    )
    generation["questions"] = generation["questions"].with_columns(
        text=pl.lit(EVIL) + pl.col("text"), justification=pl.lit(EVIL), room=pl.lit(EVIL)
    )
    generation["houses"] = generation["houses"].with_columns(source=pl.lit(f"{EVIL}.json"))
    generation["episodes"] = generation["episodes"].with_columns(target_id=pl.lit(EVIL), target_type=pl.lit(EVIL))
    result = gate(generation)
    pages = sorted(result.docs_index.parent.rglob("*.html"))
    assert pages
    for page in pages:
        assert EVIL not in page.read_text(encoding="utf-8"), page
