# ruff: noqa: E501, RUF001 - text messages as people write them
"""The intent of replies to a text message."""

import pytest

from wellwish.delivery.keywords import meaning


@pytest.mark.parametrize(
    "said",
    [
        # the keywords of Twilio, AWS and the FCC, in any case and punctuation
        "STOP", "stop", " Stop. ", "STOP!!!", "“stop”", "*stop*", "STOPALL", "stop all", "UNSUBSCRIBE", "END",
        "QUIT", "CANCEL", "REVOKE", "OPTOUT", "OPT OUT", "opt-out", "Opt out please", "REMOVE", "ARRET", "Arrêt", "TD",
        # in polite sentences
        "please stop", "Stop please", "pls stop texting me", "STOP texting me now", "Stop sending me these messages",
        "please stop, thank you", "ok stop", "hi, please unsubscribe me", "I want to unsubscribe", "cancel all texts",
        "stop this spam", "unsubscribe me from this list", "Please, no more texts", "no more messages thanks",
        "do not text me", "Don’t text me again", "dont contact me", "take me off your list", "remove me",
        "remove my number please", "delete my number", "leave me alone", "lose my number", "wrong number",
        "You have the wrong person", "I'm not interested", "never message me", "quit texting me",
        # with typos
        "stoppp", "SSTOP", "stpo", "sotp", "tsop", "unsuscribe", "unsubcribe", "unsubscribee", "unsbuscribe", "cacnel",
        "S T O P", "ＳＴＯＰ", "stop 🛑", "🛑 STOP 🛑", "st.op",
        # in other languages
        "STOPP", "bitte stop", "Abmelden", "keine SMS mehr", "arrêt svp", "désabonner", "plus de messages", "alto",
        "BAJA", "parar por favor", "no me envíes más", "cancella", "basta", "afmelden", "sair", "стоп", "Отписаться",
        "توقف", "إلغاء", "הסר", "停止", "退订", "配信停止", "수신거부", "रोकें", "dur", "iptal", "berhenti",
    ],
)  # fmt: skip
def test_stop_unsubscribes(said: str) -> None:
    assert meaning(said) == "stop"


@pytest.mark.parametrize(
    "said", ["START", "start", "Start!", "UNSTOP", "yes", "YES.", "resume", "opt in", "opt-in", "старт"]
)
def test_start_resubscribes(said: str) -> None:
    assert meaning(said) == "start"


@pytest.mark.parametrize("said", ["HELP", "help?", "Info", "HILFE", "aide", "ayuda", "помощь", "帮助"])
def test_reads_a_question(said: str) -> None:
    assert meaning(said) == "help"


@pytest.mark.parametrize(
    "said",
    [
        "", "   ", "?", "🎂", "Happy birthday!", "Who is this?", "thanks", "I'll stop by tomorrow", "can you stop by later",
        "the bus stop is closed", "shop", "step", "stow", "top", "don't stop", "Please don't stop sending these",
        "I will never quit", "the end of the world", "what does the card cost", "yes I will sign it tonight",
        "help yourself to the cake", "my number is 5", "text me when she gets there", "remote", "send",
        "a" * 5000, "stop " * 200,
    ],
)  # fmt: skip
def test_leaves_the_rest_to_people(said: str) -> None:
    assert meaning(said) is None
