"""Decode: the HTML standard's order, names as browsers read them, and pages that declare nothing."""

import codecs

import pytest
import webencodings
from hypothesis import example, given, settings
from hypothesis import strategies as st

from maintext.decode import decode, decode_with_octets, utf8_as_given

CHINESE = """\
一月的第二个星期，港口结冰了，渡轮也停了。人们拉着雪橇，从冰面上走到岛上去。面包师在半路上摆了一张桌子，卖热茶和小面包，
还为晚归的人挂了一盏灯。

孩子们放学以后都到冰上来。老师说，冰有四十厘米厚，可以走车，但是没有人敢把车开上来。老人们记得，上一次结这么厚的冰是在三
十年以前。

到了月底，天气慢慢变暖了。第一条裂缝出现的那个早晨，面包师收起了桌子，大家站在岸边，听着冰裂开的声音，谁也没有说话。"""
JAPANESE = """\
一月の第二週に港が凍り、連絡船は止まってしまった。人々はそりを引いて、氷の上を島まで歩いていった。パン屋は道の途中にテー
ブルを出して、お茶と小さなパンを売り、帰りの遅い人のために明かりをひとつ吊るした。

子どもたちは学校が終わると、みんな氷の上に集まってきた。先生の話では、氷の厚さは四十センチもあって、車でも走れるという。
けれども、車で来る人は一人もいなかった。

月の終わりになると、だんだん暖かくなった。最初のひびが入った朝、パン屋はテーブルを片づけた。みんなは岸に立って、氷の割れ
る音を黙って聞いていた。"""
KOREAN = """\
일월 둘째 주에 항구가 얼어붙어 여객선이 멈추었다. 사람들은 썰매를 끌고 얼음 위를 걸어서 섬까지 갔다.
빵집 주인은 길 한가운데에 탁자를 놓고 차와 작은 빵을 팔았고, 늦게 돌아가는 사람들을 위해 등불을 하나
걸어 두었다.

아이들은 학교가 끝나면 모두 얼음 위로 모여들었다. 선생님은 얼음이 사십 센티미터나 되어서 자동차도 다닐 수
있다고 했지만, 차를 몰고 오는 사람은 아무도 없었다.

월말이 되자 날씨가 조금씩 따뜻해졌다. 첫 번째 금이 간 아침에 빵집 주인은 탁자를 치웠고, 모두 바닷가에
서서 얼음이 갈라지는 소리를 조용히 들었다."""
TAIWANESE = """\
一月的第二個星期，港口結冰了，渡輪也停了。人們拉著雪橇，從冰面上走到島上去。麵包師在半路上擺了一張桌子，賣熱茶和小麵包，
還為晚歸的人掛了一盞燈。

孩子們放學以後都到冰上來。老師說，冰有四十公分厚，可以走車，但是沒有人敢把車開上來。老人們記得，上一次結這麼厚的冰是在三
十年以前。

到了月底，天氣慢慢變暖了。第一條裂縫出現的那個早晨，麵包師收起了桌子，大家站在岸邊，聽著冰裂開的聲音，誰也沒有說話。"""
RUSSIAN = """\
Во вторую неделю января гавань замёрзла, и паром остановился. Люди ходили на остров пешком, по льду, и тянули за собой
санки. Пекарь поставил стол на полпути: чай, булочки и фонарь для тех, кто возвращается поздно.

После школы все дети бежали на лёд. Учитель говорил, что толщина льда сорок сантиметров и что по нему может проехать
машина, но никто не решался попробовать. Старики помнили, что такой лёд был тридцать лет назад.

К концу месяца стало теплее. В то утро, когда появилась первая трещина, пекарь убрал свой стол, а мы стояли на берегу и
молча слушали, как ломается лёд."""
GERMAN = """\
In der zweiten Januarwoche fror der Hafen zu, und die Fähre blieb liegen. Die Leute gingen zu Fuß über das Eis zur Insel
und zogen Schlitten hinter sich her. Der Bäcker stellte auf halbem Weg einen Tisch auf: Tee, Brötchen und eine Laterne
für die, die spät zurückkehrten.

„So dick war es zuletzt vor dreißig Jahren“, sagte die alte Frau Müller. Die Kinder übten nach der Schule das
Schlittschuhlaufen, und jeder führte vor, was er konnte.

Gegen Ende des Monats wurde es wärmer. Am Morgen, als der erste Riss zu hören war, räumte der Bäcker seinen Tisch weg,
und alle standen schweigend am Ufer."""
FRENCH = """\
La deuxième semaine de janvier, le port gela et le bac s’arrêta. Les gens allaient à pied jusqu’à l’île, en tirant leurs
traîneaux sur la glace. À mi-chemin, le boulanger avait installé une table : du thé, des brioches et une lanterne pour
ceux qui rentraient tard.

« Elle n’a pas été aussi épaisse depuis trente ans », répétaient les vieux pêcheurs. Après l’école, les élèves
s’élançaient sur la glace, très fiers, malgré les défenses de leurs mères.

À la fin du mois, le temps s’adoucit. Le matin où la première fêlure apparut, le boulanger rangea sa table, et tout le
monde resta là, muet, à écouter."""
POLISH = """\
W drugim tygodniu stycznia port zamarzł i prom przestał pływać. Ludzie szli na wyspę pieszo, po lodzie, ciągnąc za sobą
sanki. Piekarz ustawił w połowie drogi stół: herbata, bułki i latarnia dla tych, którzy wracali późno.

Po szkole wszystkie dzieci biegły na lód. Nauczyciel mówił, że ma on czterdzieści centymetrów grubości i że mógłby po
nim przejechać samochód, ale nikt się nie odważył. Starsi ludzie pamiętali, że ostatni raz było tak trzydzieści lat
temu.

Pod koniec miesiąca zrobiło się cieplej. Tego ranka, gdy pojawiła się pierwsza szczelina, piekarz schował stół, a
wszyscy stali na brzegu i w milczeniu słuchali, jak pęka lód."""


def page_of(text: str, head: str = "") -> str:
    """A page as they are: English markup and scripts around a text in another language."""
    paragraphs = "\n".join(f'<p class="story">{line}</p>' for line in text.split("\n\n"))
    return f"""<!DOCTYPE html>
<html><head>{head}<title>Winter</title>
<style type="text/css">.story {{ margin: 0 auto; }} #menu a:hover {{ color: red }}</style>
<script type="text/javascript">
var visits = 0; // counts the visits of this page
function count() {{ visits = visits + 1; document.getElementById("counter").innerHTML = visits; }}
</script></head>
<body onload="count()">
<div id="menu"><a href="/index.html">Home</a> | <a href="/contact.html">Contact</a></div>
<div id="content">
{paragraphs}
</div>
<div id="footer">Copyright &copy; 2009 &nbsp; <span id="counter"></span></div>
</body></html>"""


# -- the order -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
@pytest.mark.parametrize("charset", [None, "windows-1251", "utf-8", "utf-16be"])
def test_a_byte_order_mark_wins_over_everything(mark: bytes, encoding: str, charset: str | None) -> None:
    page = page_of(POLISH, '<meta charset="shift_jis">')
    assert decode(mark + page.encode(encoding), charset=charset) == page


def test_the_transport_wins_over_the_page() -> None:
    page = page_of(RUSSIAN, '<meta charset="koi8-r">')
    assert decode(page.encode("cp1251"), charset="windows-1251") == page


@pytest.mark.parametrize("charset", ["utf-16", "UTF-16LE"])
def test_the_transport_may_say_utf_16(charset: str) -> None:
    assert decode(page_of(POLISH).encode("utf-16-le"), charset=charset) == page_of(POLISH)


@pytest.mark.parametrize(
    "declaration",
    [
        '<meta charset="windows-1250">',
        "<meta charset=windows-1250>",
        "<META CHARSET='Windows-1250' />",
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">',
        "<meta content='text/html;charset = windows-1250' http-equiv=content-type>",
        '<meta name="author" content="x"><meta\n charset = "cp1250">',
    ],
)
def test_meta_wins_over_detection(declaration: str) -> None:
    page = page_of("Ćma. Łza. Źle.", declaration)  # too short for any detection
    assert decode(page.encode("cp1250")) == page


def test_the_xml_declaration_counts_where_there_is_no_meta() -> None:
    page = '<?xml version="1.0" encoding="windows-1250"?>\n' + page_of("Ćma. Łza. Źle.")
    assert decode(page.encode("cp1250")) == page


def test_a_meta_inside_a_comment_is_ignored() -> None:
    page = page_of(RUSSIAN, '<!-- <meta charset="koi8-r"> --><meta charset="windows-1251">')
    assert decode(page.encode("cp1251")) == page
    page = page_of(GERMAN, '<!-- <meta charset="koi8-r"> -->')
    assert decode(page.encode()) == page


@pytest.mark.parametrize("name", ["utf-16", "utf-16le", "utf-16be"])
def test_utf_16_in_a_meta_means_utf_8(name: str) -> None:
    page = page_of(POLISH, f'<meta charset="{name}">')
    assert decode(page.encode()) == page


def test_a_page_that_declares_nothing_is_utf_8_if_it_can_be() -> None:
    assert decode(page_of(GERMAN).encode()) == page_of(GERMAN)


@pytest.mark.parametrize("name", ["no-such-encoding", "", "  ", "utf-8,gbk", "x-user-defined", "replacement", "ünknown"])
def test_a_name_that_is_unknown_or_must_not_be_followed_is_passed_over(name: str) -> None:
    page = page_of("Ćma. Łza. Źle.", '<meta charset="windows-1250">')
    assert decode(page.encode("cp1250"), charset=name) == page
    page = page_of(POLISH, f'<meta charset="{name}">')
    assert decode(page.encode()) == page


# -- names as browsers read them -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "encoding", "text"),
    [
        ("gb2312", "gb18030", "朱镕基和㐀字"),  # neither 镕 nor 㐀 is in GB 2312
        ("GBK", "gb18030", "𠀀"),
        ("iso-8859-1", "cp1252", "“curly” – and €"),
        ("latin1", "cp1252", "it’s"),
        ("us-ascii", "cp1252", "it’s"),
        ("shift_jis", "cp932", "①㈱髙橋"),
        ("x-sjis", "cp932", "～"),
        ("ks_c_5601-1987", "cp949", "똠방각하"),
        ("euc-kr", "cp949", "펲시콜라"),
        ("iso-8859-9", "cp1254", "“ığdır”"),
        ("tis-620", "cp874", "“ภาษา”"),
        ("big5", "big5", "麵包"),
        ("koi8-r", "koi8_r", "лёд"),
        (" Windows-1251 ", "cp1251", "лёд"),
    ],
)
def test_legacy_names_mean_what_browsers_take_them_for(name: str, encoding: str, text: str) -> None:
    page = f"<p>{text}</p>"
    assert decode(page.encode(encoding), charset=name) == page
    declared = f'<meta http-equiv="Content-Type" content="text/html; charset={name.strip()}"><p>{text}</p>'
    assert decode(declared.encode(encoding)) == declared


def test_a_character_that_only_the_larger_encoding_has_is_read_in_the_middle_of_a_long_page() -> None:
    page = page_of(CHINESE + "㐀", '<meta charset="gb2312">')
    assert decode(page.encode("gb18030")) == page


# -- pages that declare nothing, or something wrong ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        pytest.param(CHINESE, "gbk", id="GBK"),
        pytest.param(JAPANESE, "cp932", id="Shift-JIS"),
        pytest.param(JAPANESE, "euc_jp", id="EUC-JP"),
        pytest.param(KOREAN, "euc_kr", id="EUC-KR"),
        pytest.param(TAIWANESE, "big5", id="Big5"),
        pytest.param(RUSSIAN, "cp1251", id="windows-1251"),
        pytest.param(RUSSIAN, "koi8_r", id="KOI8-R"),
        pytest.param(GERMAN, "cp1252", id="windows-1252 German"),
        pytest.param(FRENCH, "cp1252", id="windows-1252 French"),
        pytest.param(POLISH, "cp1250", id="windows-1250 Polish"),
    ],
)
def test_an_undeclared_legacy_page_is_recognised(text: str, encoding: str) -> None:
    page = page_of(text)
    assert decode(page.encode(encoding)) == page


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(CHINESE, "gbk"), (JAPANESE, "cp932"), (KOREAN, "euc_kr"), (TAIWANESE, "big5")],
    ids=["GBK", "Shift-JIS", "EUC-KR", "Big5"],
)
def test_titles_that_are_cut_in_the_middle_of_a_character_do_not_hide_an_encoding(text: str, encoding: str) -> None:
    letter = next(sign.encode(encoding) for sign in text if len(sign.encode(encoding)) == 2)
    page = b"<a>" + letter * 5 + letter[:1] + b"...</a>" + page_of(f"<li>{text}</li>\n" * 50).encode(encoding)
    assert decode(page) == page.decode(encoding, "replace")


def test_a_page_wrongly_declared_as_utf_8_is_recognised() -> None:
    page = page_of(CHINESE, '<meta charset="utf-8">')
    assert decode(page.encode("gbk")) == page
    assert decode(page.encode("gbk"), charset="utf-8") == page


@pytest.mark.parametrize("text", [CHINESE, RUSSIAN, POLISH], ids=["three bytes", "two bytes", "few"])
def test_utf_8_cut_in_the_middle_of_a_character_stays_utf_8(text: str) -> None:
    last = next(letter for letter in reversed(text) if not letter.isascii())
    whole = text[: text.rindex(last)]
    cut = (whole + last).encode()[:-1]
    assert decode(cut) == whole + "\ufffd"


def test_a_page_with_a_single_character_beyond_ascii_may_be_cut_in_it() -> None:
    assert decode("<p>a short page with one é".encode()[:-1]) == "<p>a short page with one \ufffd"


def test_a_few_damaged_bytes_do_not_change_the_encoding() -> None:
    damaged = page_of(RUSSIAN).encode().replace("гавань".encode(), b"\xff\xfe\xfd")
    assert decode(damaged).replace("\ufffd", "") == page_of(RUSSIAN).replace("гавань", "")


def test_replacement_signs_that_the_author_wrote_are_no_damage() -> None:
    page = "<p>\ufffd\ufffd\ufffd</p>"
    assert decode(page.encode()) == page


# -- any bytes -----------------------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(
    data=st.binary(max_size=300),
    charset=st.none() | st.sampled_from(sorted(webencodings.LABELS)) | st.text(),
    declared=st.none() | st.sampled_from(sorted(webencodings.LABELS)),
)
@example(data=b"", charset=None, declared=None)
@example(data=b"\x80" * 20, charset=None, declared=None)
def test_no_bytes_and_no_name_can_make_it_fail(data: bytes, charset: str | None, declared: str | None) -> None:
    head = f"<meta charset={declared}>".encode() if declared else b""
    assert isinstance(decode(head + data, charset=charset), str)


@settings(max_examples=400, deadline=None)
@given(
    mark=st.sampled_from([b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE]),
    text=st.sampled_from([page_of(GERMAN), page_of(RUSSIAN, '<meta charset="koi8-r">'), "<meta charset=big5>x", ""]),
    encoding=st.sampled_from(["utf-8", "koi8-r", "utf-16-le"]),
    end=st.binary(max_size=3),
    charset=st.sampled_from([None, "utf-8", "koi8-r", "x-none"]),
)
def test_utf_8_is_told_without_making_text_of_it(mark: bytes, text: str, encoding: str, end: bytes, charset: str | None) -> None:
    data = mark + text.encode(encoding, "ignore") + end
    octets = utf8_as_given(data, charset, is_utf8)
    assert octets is None or decode_with_octets(data, charset=charset) == (octets.decode(), octets)
    if encoding == "utf-8" and not end and charset in (None, "utf-8") and "charset" not in text and not mark:
        assert octets == data


def is_utf8(data: bytes) -> bool:
    return data.decode("utf-8", "replace").encode() == data


def test_a_name_that_no_encoding_can_hold_is_passed_over() -> None:
    assert decode(b"<p>cafe</p>", charset="\udc80") == "<p>cafe</p>"


@pytest.mark.parametrize("opening", [b"<script ", b"<!--", b"<"])
def test_markup_that_never_ends_does_not_hold_detection_up(opening: bytes) -> None:
    page = opening * 40_000 + "Größe und Übermut, geschrieben in einer alten Kodierung. ".encode("cp1252") * 10
    assert decode(page).endswith("geschrieben in einer alten Kodierung. ")


@pytest.mark.parametrize("declared", ["shift_jis", "euc-kr", "gb2312", "big5"])
def test_utf8_that_says_to_be_a_two_byte_encoding_is_read_as_utf8(declared: str) -> None:
    page = f"<meta charset={declared}><p>河の流れ：古桥修缮完工</p>"
    assert decode(page.encode()) == page


def test_a_page_is_believed_before_a_transport_that_the_bytes_contradict() -> None:
    page = "<meta charset=gbk><p>古桥修缮完工，周六恢复通行。桥面石板因常年磨损已有三十多处断裂。</p>"
    assert decode(page.encode("gbk"), charset="utf-8") == page


def test_words_about_charsets_declare_nothing() -> None:
    page = "<meta name=description content='set charset=windows-1251 here'><meta charset=utf-8><p>é à ü</p>"
    assert decode(page.encode()) == page
