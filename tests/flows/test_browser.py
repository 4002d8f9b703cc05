"""The pages in a real browser: nothing is fetched or goes wrong, and a keyboard, a phone, the dark and paper all do."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from flows.report import report
from flows.show import show
from lake.store import Lake

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent))
from reported_lake import EVALUATION, MARKUP

pytestmark = pytest.mark.slow

PHONE, DESK = 380, 1280
PAGES = ("report", "episode")
Open = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    executable = shutil.which("chromium")
    if executable is None:
        pytest.skip("no chromium here: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def addresses(reported: Lake) -> dict[str, str]:
    written = {
        "report": report(EVALUATION, reported.root),
        "episode": show("ep_00000", EVALUATION, reported.root).place,
    }
    return {name: Path(path).as_uri() for name, path in written.items()}


@pytest.fixture
def open_page(browser: "Browser", addresses: dict[str, str]) -> Iterator[Open]:
    """Opens a page; whatever it complains of or asks the network for fails the test at its end."""
    opened, wrong = [], []

    def guard(route: Any) -> None:
        address = route.request.url
        if address.startswith(("data:", "file:")):
            route.continue_()
        else:
            wrong.append(f"asked for {address}")
            route.abort()

    def visit(name: str, width: int = DESK, fragment: str = "", **options: Any) -> "Page":
        page = browser.new_page(viewport={"width": width, "height": 900}, **options)
        opened.append(page)
        page.route("**/*", guard)
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(addresses[name] + fragment)
        return page

    yield visit
    for page in opened:
        page.close()
    assert wrong == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_its_width_and_needs_no_network(open_page: Open, name: str, width: int, scheme: str) -> None:
    page = open_page(name, width, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("img").evaluate_all("all => all.every(img => img.complete && img.naturalWidth > 0)")


@pytest.mark.parametrize("name", PAGES)
def test_in_the_dark_the_paper_is_dark_and_the_ink_light(open_page: Open, name: str) -> None:
    def brightness(page: "Page", what: str) -> int:
        color = page.evaluate(f"getComputedStyle(document.body).{what}")
        return sum(int(part) for part in color[4:-1].split(","))

    light, dark = open_page(name, color_scheme="light"), open_page(name, color_scheme="dark")
    assert brightness(light, "backgroundColor") > 600 > 200 > brightness(light, "color")
    assert brightness(dark, "backgroundColor") < 200 < 600 < brightness(dark, "color")


@pytest.mark.parametrize("name", PAGES)
def test_the_first_key_offers_to_skip_to_what_matters(open_page: Open, name: str) -> None:
    page = open_page(name)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"


@pytest.mark.parametrize("name", PAGES)
def test_the_keyboard_reaches_every_link_fold_and_table_that_scrolls(open_page: Open, name: str) -> None:
    page = open_page(name, PHONE)
    wanted = page.evaluate(
        """() => { const all = document.querySelectorAll('a[href]:not([tabindex="-1"]), summary, .scroll, input');
        return [...all].filter(each => each.checkVisibility()).map((each, i) => each.dataset.stop = String(i)); }"""
    )
    reached = []
    for _ in range(len(wanted) + 20):
        page.keyboard.press("Tab")
        stop = page.evaluate("document.activeElement.dataset.stop")
        if stop is None or stop in reached:
            continue
        reached.append(stop)
        if len(reached) == len(wanted):
            break
    assert reached == wanted


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_table_and_region_has_a_name_for_a_screen_reader(open_page: Open, name: str) -> None:
    page = open_page(name)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('img, [role=img], [role=region], input')]
        .filter(each => each.checkVisibility())
        .filter(each => !(each.alt || each.getAttribute('aria-label') || each.labels?.length)).length"""
    )
    assert nameless == 0
    assert page.evaluate("[...document.querySelectorAll('table')].every(table => table.caption)")


def test_on_paper_all_that_was_folded_is_printed(open_page: Open) -> None:
    page = open_page("report")
    page.emulate_media(media="print")
    folded = page.locator("details:not([open])")
    assert folded.count() > 2
    assert folded.locator("table").evaluate_all("all => all.every(table => table.getBoundingClientRect().height > 20)")
    assert not page.locator("nav").is_visible()


def test_the_slider_turns_to_a_frame_with_its_pose_and_what_is_visible(open_page: Open) -> None:
    page = open_page("episode")
    slider, agent = page.locator("input[type=range]"), page.locator(".viewer .agent").first
    shots = page.locator(".viewer .strip .shot")
    before = agent.get_attribute("transform")
    slider.focus()
    page.keyboard.press("ArrowRight")
    second = shots.nth(1)
    assert slider.get_attribute("aria-valuetext").startswith("frame 1, ")
    assert page.locator(".screen img").get_attribute("src") == second.locator("img").get_attribute("src")
    assert page.locator("[data-told=pose]").text_content() == second.get_attribute("data-pose")
    assert page.locator("[data-told=visible]").text_content() in (second.get_attribute("data-visible"), "–")
    assert agent.get_attribute("transform") == second.get_attribute("data-transform") != before
    page.keyboard.press("End")
    assert slider.input_value() == str(shots.count() - 1)


def test_a_cited_frame_leads_to_its_moment(open_page: Open) -> None:
    page = open_page("episode")
    link = page.locator(".question > .frames a").last
    t = link.text_content().split()[0]
    link.click()
    assert page.locator("[data-told=t]").text_content() == t


def test_a_link_from_outside_opens_at_its_frame(open_page: Open) -> None:
    assert open_page("episode", fragment="#reference-2").locator("[data-told=t]").text_content() == "2"


def test_the_report_leads_to_the_episode_and_back(open_page: Open) -> None:
    page = open_page("report")
    page.locator("#episodes article h3 a").first.click()
    assert page.locator("h1").text_content().startswith("ep_")
    page.locator(".brand a").click()
    assert "Without a single picture" in page.locator("h1").text_content()


def test_what_a_model_wrote_runs_nowhere(open_page: Open) -> None:
    page = open_page("episode")
    assert "broken into" not in page.title()
    assert page.locator("q", has_text="broken into").first.text_content() == MARKUP
