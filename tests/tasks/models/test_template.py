import pytest

from tasks.models.template import Filled, fields_in, fill, interleaved, misplaced


def test_a_field_is_a_word_in_braces_and_all_other_braces_are_text():
    template = 'One of {options}, as {"id": "sofa_1"}, {} or {Two}.'
    assert fields_in(template) == {"options"}
    assert fill(template, {"options": "A, B"}, 0).text == 'One of A, B, as {"id": "sofa_1"}, {} or {Two}.'


def test_what_is_filled_in_is_never_read_again():
    assert fill("{question}", {"question": "{options}?", "options": "A"}, 0).text == "{options}?"


def test_a_field_that_is_not_given_is_an_error():
    with pytest.raises(KeyError, match="target_room"):
        fill("{target_room}", {}, 0)


def test_a_line_that_holds_nothing_but_an_empty_field_is_left_out():
    template = "Find it.\n{context}\n\nNow act."
    assert fill(template, {"context": ""}, 0).text == "Find it.\n\nNow act."
    assert fill(template, {"context": "Hurry."}, 0).text == "Find it.\nHurry.\n\nNow act."


def test_pictures_come_first_unless_the_template_says_where():
    assert fill("See {pictures}.", {"pictures": "two"}, 2).with_pictures("xy") == ("x", "y", "See two.")


def test_a_line_for_images_is_where_they_all_go():
    filled = fill("Before.\n{images}\nAfter {word}.", {"word": "this"}, 2)
    assert filled.with_pictures("xy") == ("Before.\n", "x", "y", "After this.")


def test_images_on_the_first_or_last_line_leave_no_empty_text():
    assert fill("{images}\nAfter.", {}, 2).with_pictures("xy") == ("x", "y", "After.")
    assert fill("Before.\n{images}", {}, 2).with_pictures("xy") == ("Before.", "x", "y")


def test_a_line_for_each_image_is_written_once_a_picture():
    filled = fill("Look.\nPicture {number} of {n_pictures}: {image} seen\nAnswer.", {"n_pictures": "two"}, 2)
    assert filled.with_pictures("xy") == (
        "Look.\nPicture 1 of two: ",
        "x",
        " seen\nPicture 2 of two: ",
        "y",
        " seen\nAnswer.",
    )


def test_without_pictures_their_lines_are_gone():
    for line in ("{images}", "Picture {number}: {image}"):
        assert fill(f"Before.\n{line}\nAfter.", {}, 0) == Filled("Before.\nAfter.")


def test_places_count_characters_whatever_the_script():
    filled = fill("Größe 三:\n{images}\nEnde.", {}, 1)
    assert filled.with_pictures("x") == ("Größe 三:\n", "x", "Ende.")


def test_more_places_than_pictures_is_a_fault_in_our_code():
    with pytest.raises(ValueError, match="zip"):
        interleaved("abc", (1, 2), "x")


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        ("Before {images} after", "more than `{images}` on its line"),
        ("{images}\n{images}", "more than once"),
        ("{images}\n{number}: {image}", "more than once"),
        ("{image} {image}", "more than once"),
        ("Number {number}\n{image}", "`{number}` on a line without"),
    ],
)
def test_a_template_that_places_pictures_badly_says_how(template, fault):
    assert fault in misplaced(template)


@pytest.mark.parametrize("template", ["No place.", "Here:\n  {images}\nNow.", "{number}. {image}"])
def test_a_template_that_places_pictures_well_has_no_fault(template):
    assert misplaced(template) == ""
