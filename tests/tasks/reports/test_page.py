import base64
import re
from html.parser import HTMLParser

import polars as pl
import pytest

from schemas.tables import empty
from tasks.reports.inputs import Verified
from tasks.reports.page import render_report, write_page

VOID = {"meta", "br", "link", "img", "input"}


class Page(HTMLParser):
    """Elements with their attributes; fails where a tag is closed that was not open."""

    def __init__(self, html):
        super().__init__()
        self.elements, self._open, self.text = [], [], ""
        self.feed(html)
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if self._open[-1:] != ["style"]:
            self.text += data

    def all(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]


@pytest.fixture(scope="module")
def html(inputs):
    return render_report(inputs)


@pytest.fixture(scope="module")
def page(html):
    return Page(html)


def test_the_page_needs_nothing_from_outside(html, page):
    assert page.all("script") == page.all("link") == page.all("iframe") == []
    addresses = [value for _, attrs in page.elements for name, value in attrs.items() if name.endswith(("href", "src"))]
    assert addresses
    assert all(address.startswith(("#", "data:image/jpeg;base64,", "episodes/test-ep_")) for address in addresses)
    assert "@import" not in html
    assert set(re.findall(r"url\((.)", html)) <= {"#"}


def test_every_id_is_there_once_and_every_reference_finds_it(page):
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    named = [attrs[key] for _, attrs in page.elements for key in ("aria-labelledby",) if key in attrs]
    named += [value[1:] for _, attrs in page.elements for value in [attrs.get("href") or ""] if value.startswith("#")]
    assert set(named) <= set(ids)


def test_tables_are_real_ones_with_captions_and_scopes(page):
    assert len(page.all("table")) == len(page.all("caption"))
    assert all(attrs.get("scope") in {"col", "row", "rowgroup"} for attrs in page.all("th"))


def test_every_picture_has_words(page):
    assert len(page.all("img")) == 7
    assert all(attrs["alt"] for attrs in page.all("img"))
    drawn = [attrs for _, attrs in page.elements if attrs.get("role") == "img"]
    assert len(drawn) == 3
    assert all(attrs["aria-label"] for attrs in drawn)


def test_what_scrolls_can_be_reached_from_the_keyboard(page):
    scrolls = [attrs for attrs in page.all("div") if attrs.get("class") == "scroll"]
    assert scrolls
    assert all(attrs["tabindex"] == "0" and attrs["aria-label"] for attrs in scrolls)


def test_every_accuracy_says_what_it_rests_on(page):
    cells = [attrs for attrs in page.all("td") if "accuracy" in attrs.get("class", "")]
    assert len(cells) > 100
    assert all(re.search(r"\d+ of \d+ right, 95 % interval .* over \d+ houses", attrs["title"]) for attrs in cells)


def test_it_opens_with_the_answer_in_plain_words(page):
    assert page.text.index("Without a single picture") < page.text.index("The ladder")


def test_each_frame_of_a_sample_is_in_the_page_once(html, inputs):
    for picture in inputs.samples[0].frames.values():
        assert html.count(base64.b64encode(picture).decode()) == 1


def test_cited_frames_are_told_in_words(page):
    labels = [attrs["alt"] for attrs in page.all("img")]
    assert "Frame 3 of ep_00000, cited by 1" in labels
    assert "Frame 0 of ep_00000, cited by 1, 2, 3, 4" in labels


def test_an_episode_and_each_of_its_questions_lead_to_its_page(page):
    leads = [attrs["href"] for attrs in page.all("a") if attrs["href"].startswith("episodes/")]
    own = "episodes/test-ep_00000.html"
    assert leads == [own, *(f"{own}#ep_00000_q{number}" for number in (1, 2, 3, 4))]


@pytest.mark.parametrize("column", ["text", "gold"])
def test_what_a_house_or_a_model_named_is_text_and_no_markup(build, column):
    named = build(4).questions.with_columns(pl.lit("<script>alert(1)</script>").alias(column))
    html = render_report(build(4, questions=named))
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_audits_lead_to_the_rows_at_fault(build):
    row = {"run_id": "gen-0123456789ab", "split": "test", "audit": "sufficiency", "family": "all", "statistic": "cited"}
    row |= {"value": 0.9, "threshold": 1.0, "verdict": "failed", "ids": ["ep_00001_q2"]}
    page = Page(render_report(build(4, audits=pl.DataFrame([row], schema=empty("audits").schema))))
    assert "episodes/test-ep_00001.html#ep_00001_q2" in [attrs["href"] for attrs in page.all("a")]
    assert "test: 1 failed" in page.text


def test_without_audits_the_page_says_how_to_get_them(page):
    assert "No audit was run. ladder audit gen-0123456789ab runs them" in page.text


def test_data_docs_are_led_to_where_there_are_any(build, page):
    assert "Data Docs" not in page.text
    docs = Page(render_report(build(4, docs="../../_docs/gen-0123456789ab/index.html")))
    assert "../../_docs/gen-0123456789ab/index.html" in [attrs["href"] for attrs in docs.all("a")]


def test_the_same_inputs_give_the_same_page(inputs, html):
    assert render_report(inputs) == html


def test_the_manifest_is_printed_with_dotted_names(page):
    assert "settings.seed" in page.text
    assert '["E0b", "E0", "E2s", "E2", "E5"]' in page.text


def test_parts_of_the_manifest_have_a_line_each(build):
    stages = [{"stage": "replay", "rows": {"steps": 12}}, {"stage": "answers", "seconds": 2.5}]
    page = Page(render_report(build(4, n_samples=0, manifest={"run_id": "eval-0123456789ab", "stages": stages})))
    assert "stages.1" in page.text
    assert "stage replay, rows.steps 12" in page.text


def test_the_page_says_what_was_held_against_digests_and_what_was_not(build):
    checked = (
        Verified("eval-0123456789ab", ("rung_metrics",), n_unread=77),
        Verified("gen-1", ("images",), n_pictures=9),
    )
    page = Page(render_report(build(4, n_samples=0, verified=checked)))
    told = " ".join(page.text.split())
    assert (
        "Held against the digests with which eval-0123456789ab was published: rung_metrics. Its own 77 pictures" in told
    )
    assert "gen-1 was published: images, with all 9 pictures byte by byte." in told
    assert "Nothing on this page was held against digests" in Page(render_report(build(4, n_samples=0))).text


def test_it_opens_with_a_few_sentences_and_the_controls_speak_in_their_own_section(build):
    rungs = ("E0b", "E0", "E2s", "E2", "E5", "E2-open", "E2-blank")
    html = render_report(build(8, rungs, n_samples=0))
    opening, rest = html.split('id="ladder"', 1)
    assert opening.count("<li>") <= 8
    assert "E2-open" not in opening
    assert "The difference is what only absence shows." in rest.split('id="controls"', 1)[1]


def test_what_the_gate_did_not_pass_comes_first(page):
    assert "Of 2 expectations: 1 passed, 1 recorded." in page.text
    assert page.text.index("sufficiency") < page.text.index("target_invisible_at_spawn")


def test_a_run_of_one_rung_without_samples_or_gate_still_makes_a_page(build):
    page = Page(render_report(build(4, ("E0",), ("uniform:7",), 0, validations=empty("validations"))))
    assert "No gate was run." in page.text
    assert "Some episodes" not in page.text


NOTHING_ASKED = {name: empty(name) for name in ("rung_metrics", "responses", "predictions")}


def test_a_run_without_a_question_still_makes_a_page(build):
    page = Page(render_report(build(4, n_samples=0, navigation_metrics=empty("navigation_metrics"), **NOTHING_ASKED)))
    assert "This run asked no question" in page.text


def test_a_run_that_only_navigates_tells_success_and_spl_by_stratum(build):
    page = Page(render_report(build(8, n_samples=0, **NOTHING_ASKED)))
    told = " ".join(page.text.replace("\u202f", " ").split())
    assert "eval-0123456789ab of gen-0123456789ab: 8 episodes in 4 houses, and no question" in told
    routes = told.split("Routes: answers and navigation by stratum", 1)[1]
    assert re.search(r"targets reached(2 of 2){4}8 of 8", routes)
    assert "SPL0.900" in routes
    assert "Accuracy in percent" not in routes


def test_the_head_counts_what_was_to_be_asked_and_not_what_came(build):
    """Of E4 only those who said Done are asked; the others have a null answer."""
    whole = build(8, n_samples=0)
    few = whole.responses.filter(pl.col("episode_id").is_in(["ep_00000", "ep_00001"]))
    told = render_report(build(8, n_samples=0, responses=few))
    assert "32 questions of 8 episodes in 4 houses" in told
    assert "2 episodes, 8 questions" in told


def test_the_file_is_written_whole_and_alone(inputs, html, tmp_path):
    path = write_page(tmp_path / "deep" / "index.html", inputs)
    assert path.read_text(encoding="utf-8") == html
    assert [entry.name for entry in path.parent.iterdir()] == ["index.html"]
