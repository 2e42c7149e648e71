"""The names of the months, in the languages of most of the web."""

import unicodedata

# Languages in the order in which they claim an abbreviation that several could mean (`mar` is March, not the Finnish marraskuu).
# Several forms of a name stand with a slash between them: Slavic and Baltic dates put the month into the genitive.
_NAMES = """
january february march april may june july august september/sept october november december
januar/jänner februar/feber märz april mai juni juli august september oktober november dezember
janvier/janv février/févr mars avril mai juin juillet/juil août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart/mrt april mei juni juli augustus september oktober november december
styczeń/stycznia luty/lutego marzec/marca kwiecień/kwietnia maj/maja czerwiec/czerwca lipiec/lipca sierpień/sierpnia \
wrzesień/września październik/października listopad/listopada grudzień/grudnia
январь/января февраль/февраля март/марта апрель/апреля май/мая июнь/июня июль/июля август/августа сентябрь/сентября \
октябрь/октября ноябрь/ноября декабрь/декабря
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
leden/ledna únor/února březen/března duben/dubna květen/května červen/června červenec/července srpen/srpna září říjen/října \
listopad/listopadu prosinec/prosince
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november desember
січень/січня лютий/лютого березень/березня квітень/квітня травень/травня червень/червня липень/липня серпень/серпня \
вересень/вересня жовтень/жовтня листопад/листопада грудень/грудня
január február március április május június július augusztus szeptember október november december
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
január/januára február/februára marec/marca apríl/apríla máj/mája jún/júna júl/júla august/augusta september/septembra \
október/októbra november/novembra december/decembra
януари февруари март април май юни юли август септември октомври ноември декември
ιανουάριος/ιανουαρίου φεβρουάριος/φεβρουαρίου μάρτιος/μαρτίου απρίλιος/απριλίου μάιος/μαΐου ιούνιος/ιουνίου ιούλιος/ιουλίου \
αύγουστος/αυγούστου σεπτέμβριος/σεπτεμβρίου οκτώβριος/οκτωβρίου νοέμβριος/νοεμβρίου δεκέμβριος/δεκεμβρίου
januari februari maret april mei juni juli agustus september oktober november desember
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca
يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
"""
_SHORTEST = 3  # letters of an abbreviation


def plain_letters(word: str) -> str:
    """Lower case without accents: `Août` and `aout` are one word."""
    if word.isascii():
        return word.lower()
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).replace("ı", "i")


def _month_numbers() -> dict[str, int]:
    """Every name, then every abbreviation of three letters or more that no other month claimed before."""
    names = [(plain_letters(form), index % 12 + 1) for index, forms in enumerate(_NAMES.split()) for form in forms.split("/")]
    numbers: dict[str, int] = {}
    for name, month in names:
        numbers.setdefault(name, month)
    for name, month in names:
        for length in range(len(name) - 1, _SHORTEST - 1, -1):
            numbers.setdefault(name[:length], month)
    return numbers


_NUMBERS = _month_numbers()


def month_number(word: str) -> int | None:
    """1 to 12 for a month's name or its abbreviation, in any of the languages; else `None`."""
    return _NUMBERS.get(plain_letters(word))
