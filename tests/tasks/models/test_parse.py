import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.values import PARSE_STATUSES
from tasks.models.parse import Parsed, parse_answer

ROOMS = ("Kitchen", "Bedroom", "Bathroom", "Living room")
COUNTS = ("1", "2", "3", "4 or more")
TWO = ("2", "3")
YES_NO = ("Yes", "No")
NO_YES = ("No", "Yes")
BEDS = ("Bed", "Bedside table")
TYPES = ("Coffee machine", "Dining table")

LETTERS = [
    # plain and wrapped
    ("B", ROOMS, "B"),
    ("b", ROOMS, "B"),
    (" B \n", ROOMS, "B"),
    ("B.", ROOMS, "B"),
    ("(B)", ROOMS, "B"),
    ("(b)", ROOMS, "B"),
    ("[C]", ROOMS, "C"),
    ("'A'", ROOMS, "A"),
    ("**B**", ROOMS, "B"),
    ("__D__", ROOMS, "D"),
    ("`B`", ROOMS, "B"),
    ("$B$", ROOMS, "B"),
    (r"$\boxed{B}$", ROOMS, "B"),
    (r"\(\boxed{\text{C}}\)", ROOMS, "C"),
    ("Ｂ", ROOMS, "B"),
    ("<answer>B</answer>", ROOMS, "B"),
    ('{"answer": "B"}', ROOMS, "B"),
    ("B<|im_end|>", ROOMS, "B"),
    ("Option B", ROOMS, "B"),
    ("ⓑ", ROOMS, "B"),
    ("\ufeffB", ROOMS, "B"),
    ("<b>B</b>", ROOMS, "B"),
    ("B</s>", ROOMS, "B"),
    ("B.Bedroom", ROOMS, "B"),
    ("[[B]]", ROOMS, "B"),
    ('{"answer":"B","reason":"A is wrong"}', ROOMS, "B"),
    ('```json\n{"answer": "b"}\n```', ROOMS, "B"),
    # in a box or an answer tag, whatever was weighed before
    ("Kitchen (A) has the stove. \\boxed{B}", ROOMS, "B"),
    (r"$\boxed{\mathbf{B}}$", ROOMS, "B"),
    (r"\boxed{B. Bedroom}", ROOMS, "B"),
    ("A seems wrong, and so does C. <answer>B</answer>", ROOMS, "B"),
    ("<answer>A</answer> No: <answer> (B) Bedroom </answer>", ROOMS, "B"),
    ("A or B? <|begin_of_box|>B<|end_of_box|>", ROOMS, "B"),
    # stated
    ("Answer: B", ROOMS, "B"),
    ("Answer: (b)", ROOMS, "B"),
    ("ANSWER: $B$", ROOMS, "B"),
    ("**Answer:** B", ROOMS, "B"),
    ("Final answer: **C**.", ROOMS, "C"),
    ("The answer is B", ROOMS, "B"),
    ("The answer is A because the sofa was there.", ROOMS, "A"),
    ("The correct answer is option D.", ROOMS, "D"),
    ("Antwort: B", ROOMS, "B"),
    ("Die Antwort ist C.", ROOMS, "C"),
    ("Answer\nB", ROOMS, "B"),
    ("### Answer\nB", ROOMS, "B"),
    ("answer=B", ROOMS, "B"),
    ("The correct choice is (B) Bedroom", ROOMS, "B"),
    ("Answer: Bedroom (B)", ROOMS, "B"),
    # in other languages
    ("La respuesta es B", ROOMS, "B"),
    ("Réponse : B", ROOMS, "B"),
    ("Ответ: B", ROOMS, "B"),
    ("答案是B", ROOMS, "B"),
    ("答案：B，因为A没有床", ROOMS, "B"),
    ("我选择B。", ROOMS, "B"),
    ("정답: B", ROOMS, "B"),
    # the letter and its text
    ("B. Bedroom", ROOMS, "B"),
    ("B: Bedroom", ROOMS, "B"),
    ("B) Bedroom, since the bed is there", ROOMS, "B"),
    ("B - Bedroom", ROOMS, "B"),
    ("B Bedroom", ROOMS, "B"),
    ("B\nThe bed was seen there.", ROOMS, "B"),
    ("B. Option A is wrong, for the stove was not in view.", ROOMS, "B"),
    ("C.\n\nExplanation: A) has no bed, B) has no sink.", ROOMS, "C"),
    ("B Bedroom. A bed stands there, and it is not A.", ROOMS, "B"),
    # the last statement stands
    ("Answer: A. Wait, the bed came first. Answer: B", ROOMS, "B"),
    ("A: Kitchen B: Bedroom C: Bathroom D: Living room\nAnswer: C", ROOMS, "C"),
    ("Frame 1 shows a kitchen, A bed comes later.\n\nC", ROOMS, "C"),
    ("A: Kitchen\nB: Bedroom\nC: Bathroom\nD: Living room\n\nB", ROOMS, "B"),
    ("Either A or B. B", ROOMS, "B"),
    ("There are no images. B", ROOMS, "B"),
    # a model that goes on to ask itself more is not heard out
    ("B\n\nQuestion: Was a chair in view?\nA: Yes\nB: No\nAnswer: A", ROOMS, "B"),
    ("Question: Which room?\nAnswer: B", ROOMS, "B"),
    # what is ruled out is no answer
    ("Answer: B. It can't be A or C, and D is eliminated.", ROOMS, "B"),
    ("The answer is not A. So B.", ROOMS, "B"),
    ("A) was ruled out. B) fits.", ROOMS, "B"),
    ("Neither A nor C fits, so it must be D.", ROOMS, "D"),
    ("Option A is incorrect. Option B is what the pictures show.", ROOMS, "B"),
    ("B, not A", ROOMS, "B"),
    ("B is correct, since A is not.", ROOMS, "B"),
    ("The answer cannot be A. It is B.", ROOMS, "B"),
    ("I'd eliminate A and B, leaving C", ROOMS, "C"),
    ("The last letter E was eliminated; A.", ROOMS, "A"),
    ("not A but B", ROOMS, "B"),
    ("The correct option is (B) bedroom. Option A is the kitchen.", ROOMS, "B"),
    ("A. Kitchen\nB. Bedroom\nC. Bathroom\nD. Living room\nThe correct option is B.", ROOMS, "B"),
    ("The best choice is C, because of the sink.", ROOMS, "C"),
    ("Choose the correct option:\nA. Yes\nB. No\nB", YES_NO, "B"),
    ("To pick the right choice: A shows a stove, B shows a bed. The bed matches, so B.", ROOMS, "B"),
    ("B is the correct option (A is the kitchen).", ROOMS, "B"),
    ("B is the correct option\n\nA is the kitchen, which was seen later.", ROOMS, "B"),
    ("A is the best option - B is not visible.", ROOMS, "A"),
    ("A is the answer (B is the toaster).", TYPES, "A"),
    ("Answer: B. Bedroom, and not A", ROOMS, "B"),
    ("Answer: B (not A)", ROOMS, "B"),
    # a letter beside its own text
    ("Bedroom (B)", ROOMS, "B"),
    ("It is the bedroom (B).", ROOMS, "B"),
    ("Yes, A", YES_NO, "A"),
    ("No (B)", YES_NO, "B"),
    ("(A) No", NO_YES, "A"),
    # running words
    ("I think it is B because of the bed.", ROOMS, "B"),
    ("I cannot tell for sure, but I would guess B.", ROOMS, "B"),
    ("I can't be certain, so B", ROOMS, "B"),
    ("A is correct.", ROOMS, "A"),
    # thinking
    ("<think>It may be A or C.</think>B", ROOMS, "B"),
    ("It may be A or C.</think>\n\nB", ROOMS, "B"),
    ("<think>Answer: A</think> The answer is D.", ROOMS, "D"),
    ("◁think▷A or B?◁/think▷C", ROOMS, "C"),
    ("[THINK]Surely A.[/THINK]B", ROOMS, "B"),
    ("<|channel|>analysis<|message|>A?<|end|><|start|>assistant<|channel|>final<|message|>B", ROOMS, "B"),
]

TEXTS = [
    ("Bedroom", ROOMS, "B"),
    ("bedroom.", ROOMS, "B"),
    ("A kitchen", ROOMS, "A"),
    ("A bedroom", ROOMS, "B"),
    ("The bedroom", ROOMS, "B"),
    ("**Living Room**", ROOMS, "D"),
    ("The answer is bedroom.", ROOMS, "B"),
    ("Answer: living room", ROOMS, "D"),
    ("It was seen from the bathroom.", ROOMS, "C"),
    ("It was not in the kitchen but in the bedroom.", ROOMS, "B"),
    ("The coffee machine came into view first.", TYPES, "A"),
    ("Yes", YES_NO, "A"),
    ("yes.", NO_YES, "B"),
    ("No, the sofa was gone.", YES_NO, "B"),
    ("No, I cannot see a kettle in any picture.", YES_NO, "B"),
    ("Yes - it is on the table.", YES_NO, "A"),
    ("The answer is no.", YES_NO, "B"),
    ("3", COUNTS, "C"),
    ("3", TWO, "B"),
    ("2.", TWO, "A"),
    ("three", TWO, "B"),
    ("Answer: 2", TWO, "A"),
    ("There were three chairs.", TWO, "B"),
    ("4 or more", COUNTS, "D"),
    ("4", COUNTS, "D"),
    ("4+", COUNTS, "D"),
    ("The answer is 5.", COUNTS, "D"),
    ("at least four", COUNTS, "D"),
    ("In frame 4 it is in the kitchen; it entered 3 rooms.", COUNTS, "C"),
    ("There are 2, not 3.", TWO, "A"),
    ("livingroom", ROOMS, "D"),
    ("CoffeeMachine", TYPES, "A"),
    ("Yes the bed was visible in the second picture", YES_NO, "A"),
    ("No it was not", YES_NO, "B"),
    ("I can't see a kettle, so no.", YES_NO, "B"),
    (r"\boxed{\text{Bedroom}}", ROOMS, "B"),
    ("The answer is 'No', because it was gone", YES_NO, "B"),
    ("four or more rooms? No: 3.", TWO, "B"),
    ("The robot entered 4 or more rooms.", COUNTS, "D"),
    ("One of them is hidden, I count 2.", COUNTS, "B"),
    # a count, however large, is read the same way
    ("3 rooms", COUNTS, "C"),
    ("4 rooms", COUNTS, "D"),
    ("four rooms.", COUNTS, "D"),
    ("Answer: 4 rooms", COUNTS, "D"),
    ("The robot entered 4 rooms.", COUNTS, "D"),
    ("visited five rooms", COUNTS, "D"),
    ("It went through 6 different rooms.", COUNTS, "D"),
    ("more than 3", COUNTS, "D"),
    ("Answer: more than three.", COUNTS, "D"),
    ("I am 95% confident that there are 2.", COUNTS, "B"),
    ("The robot walked about 8 metres and entered 2 rooms.", COUNTS, "B"),
    ("It was seen after 10 seconds; there is 1.", COUNTS, "A"),
    ("I see a cabinet above 2 chairs.", TWO, "A"),
    ("There are 3 pictures on the wall.", TWO, "B"),
    ("Two picture frames hang on the wall.", TWO, "A"),
    ("In my view 3 rooms were visited", TWO, "B"),
    ("In image 3 I count 2 chairs.", TWO, "A"),
    ("2 chairs, seen in images 1, 2 and 3", TWO, "A"),
    ("Of the 3 pictures only one shows it; there are 2 chairs.", TWO, "A"),
    # said last, after it was thought over
    ("The sofa is in image 2.\n\nYes", YES_NO, "A"),
    ("The sofa is in image 1 and image 2. Yes", YES_NO, "A"),
    ("The bed stands by the window, the stove is elsewhere.\nBedroom.", ROOMS, "B"),
    ("No, I see no sofa in the pictures.", YES_NO, "B"),
    ("No, there are no pictures with a sofa.", YES_NO, "B"),
    ("No. The robot could not see the kettle from there.", YES_NO, "B"),
    ("Yes. I'm not sure which wall it hangs on.", YES_NO, "A"),
    ("Yes, I'm not sure about the exact position, but it is visible in image 2.", YES_NO, "A"),
    ("Yes, the mug is visible, though I cannot say which one", YES_NO, "A"),
    ("No, I'm sorry, there is no sofa.", YES_NO, "B"),
    ("No, there is not enough information in the picture to suggest that a laptop was moved.", YES_NO, "B"),
    ("No, the image does not contain enough objects to be a kitchen.", YES_NO, "B"),
]

NONE = [
    ("", ROOMS, "empty"),
    (" \n\t", ROOMS, "empty"),
    ("**  **", ROOMS, "empty"),
    ("<think>A</think>", ROOMS, "empty"),
    ("I cannot tell.", ROOMS, "refusal"),
    ("I cannot tell from these pictures.", YES_NO, "refusal"),
    ("I cannot tell without pictures.", YES_NO, "refusal"),
    ("I cannot see the object. Don't know", ROOMS, "refusal"),
    ("I don't know", ROOMS, "refusal"),
    ("No images were provided.", YES_NO, "refusal"),
    ("No idea.", YES_NO, "refusal"),
    ("No, I can't tell.", YES_NO, "refusal"),
    ("I'm sorry, but I am unable to determine that.", YES_NO, "refusal"),
    ("There is not enough information to answer.", ROOMS, "refusal"),
    ("It is impossible to say whether it was the kitchen.", ROOMS, "refusal"),
    ("I cannot determine whether it is A or B.", ROOMS, "refusal"),
    ("As an AI, I have no eyes.", YES_NO, "refusal"),
    ("N/A", YES_NO, "refusal"),
    ("not sure", YES_NO, "refusal"),
    ("Unclear.", YES_NO, "refusal"),
    ("Sorry, I can't assist with that.", ROOMS, "refusal"),
    ("不知道", ROOMS, "refusal"),
    ("No I can't tell", YES_NO, "refusal"),
    ("Answer: No images", YES_NO, "refusal"),
    ("None of the above", ROOMS, "out_of_range"),
    ("none of these options", ROOMS, "out_of_range"),
    ("E", ROOMS, "out_of_range"),
    ("C", YES_NO, "out_of_range"),
    ("Answer: D", ("2", "3", "4"), "out_of_range"),
    ("D) 5", TWO, "out_of_range"),
    ("7", TWO, "out_of_range"),
    ("4", TWO, "out_of_range"),
    ("None", ROOMS, "out_of_range"),
    ("Neither.", TYPES, "out_of_range"),
    ("E. None of the above", ROOMS, "out_of_range"),
    (r"\boxed{E}", ROOMS, "out_of_range"),
    ("A or B", ROOMS, "ambiguous"),
    ("A, B", ROOMS, "ambiguous"),
    ("A and B", ROOMS, "ambiguous"),
    ("A/B/C/D", ROOMS, "ambiguous"),
    ("AB", ROOMS, "ambiguous"),
    ("Answer: A or B", ROOMS, "ambiguous"),
    ("A: Kitchen B: Bedroom", ROOMS, "ambiguous"),
    ("A. Kitchen\nB. Bedroom\nC. Bathroom", ROOMS, "ambiguous"),
    ("A.\nB.\nC.", ROOMS, "ambiguous"),
    ("A: Bedroom", ROOMS, "ambiguous"),
    ("Answer: (A) Bedroom", ROOMS, "ambiguous"),
    ("No object was visible", YES_NO, "ambiguous"),
    ("A room was visited.", ROOMS, "ambiguous"),
    ("A chair stands by the door. A lamp too.", ROOMS, "ambiguous"),
    ("I notice a table", NO_YES, "ambiguous"),
    ("notice", YES_NO, "ambiguous"),
    ("Nothing of note", YES_NO, "ambiguous"),
    ("Yes and no", YES_NO, "ambiguous"),
    ("From the kitchen to the bedroom.", ROOMS, "ambiguous"),
    ("2 or 3", TWO, "ambiguous"),
    ("There is a Door and a Cabinet.", ROOMS, "ambiguous"),
    ("The answer is a chair", ROOMS, "ambiguous"),
    ("2.5", TWO, "ambiguous"),
    ("Yes, B", YES_NO, "ambiguous"),
    ("Kitchen (B)", ROOMS, "ambiguous"),
    ("I see A door", ROOMS, "ambiguous"),
    ("An A-frame house", ROOMS, "ambiguous"),
    ("It is not B.", YES_NO, "ambiguous"),
    ("Yes/No", YES_NO, "ambiguous"),
    ("Could be A. Could be B.", ROOMS, "ambiguous"),
    ("I must decide whether A or B is the answer.", ROOMS, "ambiguous"),
    ("The answer is either A or B", ROOMS, "ambiguous"),
    ("ANSWER: $LETTER", ROOMS, "ambiguous"),
    ("Antwort", ROOMS, "ambiguous"),
    ("The bed came before the bedside table.", BEDS, "ambiguous"),
    # a word of yes or no before a refusal
    ("No, there is not enough information.", YES_NO, "refusal"),
    ("No, I am unable to determine that.", YES_NO, "refusal"),
    ("No, it is not possible to tell from these images.", YES_NO, "refusal"),
    ("No, sorry, I can't view images", YES_NO, "refusal"),
    ("No, the images do not provide enough information to determine this.", YES_NO, "refusal"),
    ("No. As an AI, I have no eyes.", YES_NO, "refusal"),
    ("Yes, please provide the images.", YES_NO, "refusal"),
    ("No, it cannot be determined.", YES_NO, "refusal"),
    ("No, I'm not sure about that.", YES_NO, "refusal"),
    # the number of a picture is no count, and neither is a bound
    ("In image 3 there is a mug.", TWO, "ambiguous"),
    ("Frame 2", TWO, "ambiguous"),
    ("The mug is in picture 2 only.", ("1", "2"), "ambiguous"),
    ("It is in images 1 and 2", ("1", "2"), "ambiguous"),
    ("2/6", ("1", "2"), "ambiguous"),
    ("Image 1 and 2 show chairs.", COUNTS, "ambiguous"),
    ("It is in image 1 and 4.", COUNTS, "ambiguous"),
    # nor is every number a large count
    ("I see a clock showing 10:30 on the wall.", COUNTS, "ambiguous"),
    ("The robot turned 90 degrees.", COUNTS, "ambiguous"),
    ("The chair is 5 feet away.", COUNTS, "ambiguous"),
    ("Room 7 is empty", COUNTS, "ambiguous"),
    ("A table for six", COUNTS, "ambiguous"),
    ("I don't see more than 3 chairs.", COUNTS, "ambiguous"),
    ("No room has more than 3.", COUNTS, "ambiguous"),
    ("less than\n4", COUNTS, "ambiguous"),
    ("less than about 4", COUNTS, "ambiguous"),
    ("up to about 5 chairs", COUNTS, "ambiguous"),
    ("over 3 rooms", COUNTS, "ambiguous"),
    # the last item of a list is no answer
    ("Order of appearance:\n1. Coffee machine\n2. Dining table.", TYPES, "ambiguous"),
    ("The sequence is:\n1. Dining table\n2. Coffee machine", TYPES, "ambiguous"),
    ("1. Kitchen 2. Bathroom", ROOMS, "ambiguous"),
    ("1. Yes\n2. No", YES_NO, "ambiguous"),
    ("Is there a sofa in image 1? Yes. Is there a sofa in image 2? No.", YES_NO, "ambiguous"),
    ("Frame 1: kitchen.\nFrame 2: bedroom.\nFrame 3:\nBathroom", ROOMS, "ambiguous"),
    ("Rooms seen: kitchen, bedroom.\nRoom not seen:\nbathroom", ROOMS, "ambiguous"),
    ("Kitchen? 1. Bedroom? 2.", COUNTS, "ambiguous"),
    ("It may be B. However, A is less likely.", ROOMS, "ambiguous"),
    ("Select the best option:\nA. Coffee machine\nB. Dining table\n\nDining table", TYPES, "ambiguous"),
    ("fewer than 3", COUNTS, "ambiguous"),
    ("less than 2", ("1", "2"), "ambiguous"),
    ("at least 2", COUNTS, "ambiguous"),
    ("up to 3 rooms", COUNTS, "ambiguous"),
    ("more than 2", COUNTS, "ambiguous"),
    ("A four-legged table", COUNTS, "ambiguous"),
    # several letters, in whatever dress
    ("A\nB\nC\nD", ROOMS, "ambiguous"),
    ("A.\nOr B.", ROOMS, "ambiguous"),
    ("A\nor\nB", ROOMS, "ambiguous"),
    ("Answer: A (Kitchen) or B (Bedroom)", ROOMS, "ambiguous"),
    ("Answer: A: Kitchen or B: Bedroom", ROOMS, "ambiguous"),
    ("Answer: A & B", ROOMS, "ambiguous"),
    ("Answer: A|B", ROOMS, "ambiguous"),
    ("Answer: (A)(B)", ROOMS, "ambiguous"),
    ("Answer: A or maybe B", ROOMS, "ambiguous"),
    ("Answer: A, or perhaps (B)", ROOMS, "ambiguous"),
    ("I'd go with B or C", ROOMS, "ambiguous"),
    ("no more than 3", COUNTS, "ambiguous"),
    ("A Yes B No", YES_NO, "ambiguous"),
    ("Yes\nNo", YES_NO, "ambiguous"),
    ("Kitchen\nBedroom\nBathroom\nLiving room", ROOMS, "ambiguous"),
    ("Answer: Kitchen or Bedroom", ROOMS, "ambiguous"),
    ("<|channel|>analysis<|message|>A", ROOMS, "truncated"),
    ("<think>The answer is B", ROOMS, "truncated"),
]

CUT = [
    ("B", ROOMS, Parsed("letter", "B")),
    ("B. The bedroom holds the", ROOMS, Parsed("letter", "B")),
    ("(C) because the", ROOMS, Parsed("letter", "C")),
    ("No, the sofa was", YES_NO, Parsed("text_match", "B")),
    ("A room was vis", ROOMS, Parsed("truncated")),
    ("Let me think. If the answer is A then", ROOMS, Parsed("truncated")),
    ("<think>It could be A, so the answer is A", ROOMS, Parsed("truncated")),
    ("First I look for the sofa in the kitchen", ROOMS, Parsed("truncated")),
    ("", ROOMS, Parsed("truncated")),
    ("The answer is B because the", ROOMS, Parsed("letter", "B")),
    ("The correct answer is (C) Bath", ROOMS, Parsed("letter", "C")),
    ("<answer>B</answer> for the", ROOMS, Parsed("letter", "B")),
    ("The answer is A or", ROOMS, Parsed("truncated")),
    ("The answer is", ROOMS, Parsed("truncated")),
    ("A. Kitchen\nB. Bed", ROOMS, Parsed("truncated")),
    ("I cannot tell from the", YES_NO, Parsed("truncated")),
    ("No, there is not enough information in", YES_NO, Parsed("truncated")),
    ("Answer: A (Kitchen) or", ROOMS, Parsed("truncated")),
]


def _name(case: object) -> str | None:
    return case[:30] if isinstance(case, str) else None


@pytest.mark.parametrize(("raw", "options", "letter"), LETTERS, ids=_name)
def test_reads_a_letter_as_a_careful_person_would(raw, options, letter):
    assert parse_answer(raw, options) == Parsed("letter", letter)


@pytest.mark.parametrize(("raw", "options", "letter"), TEXTS, ids=_name)
def test_reads_an_options_text_as_a_careful_person_would(raw, options, letter):
    assert parse_answer(raw, options) == Parsed("text_match", letter)


@pytest.mark.parametrize(("raw", "options", "status"), NONE, ids=_name)
def test_reads_no_letter_where_none_is_said(raw, options, status):
    assert parse_answer(raw, options) == Parsed(status)


@pytest.mark.parametrize(("raw", "options", "parsed"), CUT, ids=_name)
def test_a_reply_that_was_cut_off_counts_only_by_its_beginning(raw, options, parsed):
    assert parse_answer(raw, options, "length") == parsed


def test_how_a_reply_ended_need_not_be_known():
    assert parse_answer("I think B", ROOMS) == parse_answer("I think B", ROOMS, "stop") == Parsed("letter", "B")


@pytest.mark.parametrize("raw", [case[0] for case in (*LETTERS, *TEXTS, *NONE)], ids=_name)
def test_no_reply_is_read_as_a_letter_that_is_no_option(raw):
    for options in (("2", "3"), ROOMS[:3]):
        assert parse_answer(raw, options).letter in {None, *"ABC"[: len(options)]}


_PIECES = [
    "A",
    "B",
    "E",
    "answer",
    "is",
    "not",
    "or",
    ":",
    ".",
    "\n",
    "(",
    ")",
    "yes",
    "no",
    "bedroom",
    "3",
    "<think>",
    "</think>",
]


@given(st.lists(st.sampled_from(_PIECES) | st.text(max_size=4), max_size=12), st.sampled_from([None, "stop", "length"]))
def test_whatever_is_said_gets_one_of_the_statuses_and_a_letter_only_with_two_of_them(pieces, finish_reason):
    for options in (ROOMS, YES_NO, COUNTS):
        parsed = parse_answer(" ".join(pieces), options, finish_reason)
        assert parsed.status in PARSE_STATUSES
        assert (parsed.letter is not None) == (parsed.status in {"letter", "text_match"})
        assert parsed.letter in {None, *"ABCD"[: len(options)]}


def test_the_tables_hold_every_status():
    seen = {"letter", "text_match"} | {status for _, _, status in NONE}
    assert seen == set(PARSE_STATUSES)


@pytest.mark.parametrize("options", [ROOMS, COUNTS, TWO, YES_NO, TYPES])
def test_every_letter_and_every_text_of_a_question_is_read_back(options):
    for letter, text in zip("ABCD", options, strict=False):
        assert parse_answer(letter, options).letter == letter
        assert parse_answer(text, options).letter == letter
        assert parse_answer(f"{letter}: {text}", options).letter == letter
        assert parse_answer(f"Answer: {letter}", options).letter == letter
