#!/usr/bin/python3
"""The web page in a real Chromium, driven through its own protocol (chromedriver, Selenium): asking,
following up, editing and running, the tree, the heat maps, errors, the keyboard alone, a phone.
Every test also asserts that the console is silent and that nothing was fetched from elsewhere.
TAP on standard output; screenshots in $PAGE_SHOTS.

Usage: page_check.py [MODEL DATABASE QUESTION]: with arguments only takes the screenshot of the README."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

ROOT = os.environ.get("ASTORMER_ROOT", os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PROGRAM = os.environ.get("ASTORMER", ROOT + "/build/astormer")
WORK = tempfile.mkdtemp(prefix="astormer-page-")
SHOTS = os.environ.get("PAGE_SHOTS", os.path.join(WORK, "shots"))
os.makedirs(SHOTS, exist_ok=True)
os.environ["XDG_CACHE_HOME"] = WORK + "/cache"


# ---- the server and the browser ------------------------------------------------------------------------

class Server:
    def __init__(self, database, model, *options):
        self.log = f"{WORK}/log-{time.time()}.jsonl"
        self.process = subprocess.Popen([PROGRAM, "serve", database, "--model", model, "--port", "0", "--log", self.log, *options],
                                        stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split()[1]

    def lines(self):
        time.sleep(0.2)
        return [json.loads(line) for line in open(self.log)]

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def start_browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1400,1000", "--disable-gpu",
                     "--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-sync"):
        options.add_argument(argument)
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.add_experimental_option("prefs", {"download.default_directory": WORK, "download.prompt_for_download": False, "profile.default_content_setting_values.automatic_downloads": 1})
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


class Page:
    def __init__(self, browser):
        self.browser = browser

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, what, says="", seconds=20):
        return WebDriverWait(self.browser, seconds, 0.05).until(what, says)

    def one(self, selector, seconds=20):
        return self.wait(lambda _: next((e for e in self.all(selector) if e.is_displayed()), None), f"no {selector} to be seen", seconds)

    def js(self, code, *arguments):
        return self.browser.execute_script("return " + code, *arguments)

    def click(self, element):
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        self.browser.execute_script("arguments[0].click()", element)

    def open(self, url, fresh=True):
        """fresh: as by somebody who was never here."""
        self.browser.get(url)
        if fresh and url.startswith("http"):
            self.browser.execute_script("localStorage.clear()")
            self.browser.get(url)

    def ask(self, question, choose=True):
        """choose: of an answer that is not sure, the first reading."""
        turns = len(self.all(".turn"))
        box = self.one("#ask-box")
        box.send_keys(question)
        box.send_keys(Keys.ENTER)
        self.rest(turns + 1)
        turn = self.all(".turn")[-1]
        first = turn.find_elements(By.CSS_SELECTOR, ".doubt .alternative")
        if choose and first:
            self.click(first[0])
            self.rest(turns + 1)
        return turn

    def rest(self, turns):
        self.wait(lambda _: len(self.all(".turn")) >= turns and not self.all(".turn .waiting"), "no answer")
        self.wait(lambda _: self.js("document.getAnimations().length === 0"), "it never comes to rest")

    def ask_for(self, question, word):
        """The reading whose sentence has the word."""
        turn = self.ask(question, choose=False)
        for details in turn.find_elements(By.CSS_SELECTOR, ".alternatives"):
            self.browser.execute_script("arguments[0].open = true", details)
        readings = turn.find_elements(By.CSS_SELECTOR, ".alternative")
        self.click(next(r for r in readings if word in text(r, ".told")))
        self.rest(1)
        return turn

    def edit(self, turn, sql):
        self.click(turn.find_element(By.CSS_SELECTOR, ".edit"))
        box = next(b for b in turn.find_elements(By.CSS_SELECTOR, ".sql-edit"))
        box.clear()
        box.send_keys(sql, Keys.CONTROL, Keys.ENTER)

    def why(self, turn):
        self.click(turn.find_element(By.CSS_SELECTOR, ".why"))
        self.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".lay-view"), "no words")
        self.tab("Tree")
        self.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".tree-view"), "no tree")

    def tab(self, name):
        self.click(next(t for t in self.all(".why-place [role=tab]") if t.text == name))

    def shot(self, name):
        time.sleep(0.3)
        self.browser.save_screenshot(f"{SHOTS}/{name}.png")


def text(element, selector):
    """Also of what is still fading in, which Selenium takes for invisible."""
    return element.find_element(By.CSS_SELECTOR, selector).get_attribute("textContent").strip()


# ---- tests ------------------------------------------------------------------------------------------------

def asks_and_shows_rows(page, s):
    page.open(s.url)
    page.one(".example")
    page.shot("welcome")
    turn = page.ask("How many hives are there?")
    assert "count(*)" in text(turn, ".sql").lower(), text(turn, ".sql")
    assert [c.text for c in turn.find_elements(By.CSS_SELECTOR, "td")] == ["16"]
    assert "sure" in text(turn, ".facts")
    assert [w.text for w in turn.find_elements(By.CSS_SELECTOR, ".question .word")] == ["hives"]
    assert "hives" in text(page.one(".schema [data-item=hive]"), "summary")
    assert text(turn, ".chosen > .told") == "Counts the hives."
    page.shot("answer")


DOUBTFUL = ["the blue ones?", "what about boxes in Lindenau", "which keeper is the youngest of the village?", "honey per keeper", "villages with red", "frames of old people"]


def doubts(page):
    """An answer that is not sure: what this model does not know well."""
    for question in DOUBTFUL:
        turn = page.ask(question, choose=False)
        if turn.find_elements(By.CSS_SELECTOR, ".doubt") and text(turn, ".doubt h3") == "Did you mean":
            return question, turn
        page.click(page.one("#start-over"))
    raise AssertionError("it is sure of everything")


def doubt_looks_like_doubt(page, s):
    page.open(s.url)
    question, turn = doubts(page)
    readings = turn.find_elements(By.CSS_SELECTOR, ".doubt .alternative")
    assert len(readings) >= 2
    assert all(text(r, ".told").endswith(".") for r in readings)
    assert any(" row" in text(r, ".preview") for r in readings if r.find_elements(By.CSS_SELECTOR, ".preview"))
    assert not turn.find_element(By.CSS_SELECTOR, ".chosen").is_displayed(), "a guess is shown as if it were the answer"
    assert turn.text.count("%") == 1, turn.text
    page.click(turn.find_element(By.CSS_SELECTOR, ".facts summary"))
    assert turn.find_element(By.CSS_SELECTOR, ".meaning").is_displayed()
    page.shot("doubt")
    # the second: its rows, no percentage, and it can be remembered
    page.click(readings[1])
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".result"), "choosing shows no rows")
    assert "chosen by you" in text(turn, ".chosen .facts") and "%" not in text(turn, ".chosen .facts")
    # the readings fold, so that what was chosen is seen whole, and open again
    page.wait(lambda _: page.js("document.querySelector('.result').getBoundingClientRect().top < document.querySelector('.ask').getBoundingClientRect().top"), "the rows are behind the box")
    assert not turn.find_element(By.CSS_SELECTOR, ".doubt ol").is_displayed() and "Reading 2 of" in text(turn, ".doubt h3")
    page.shot("chosen")
    page.click(turn.find_element(By.CSS_SELECTOR, ".unfold"))
    assert turn.find_element(By.CSS_SELECTOR, ".doubt ol").is_displayed() and text(turn, ".doubt h3") == "Did you mean"
    second = text(readings[1], ".told")
    page.click(turn.find_element(By.CSS_SELECTOR, ".yes"))
    page.wait(lambda _: "kept for the next time" in text(turn, ".judge"), "not kept")
    page.click(page.one("#start-over"))
    turn = page.ask(question, choose=False)
    assert "as you told me on" in text(turn, ".facts"), text(turn, ".facts")
    assert text(turn, ".chosen > .told") == second


def runs_its_readings_without_leave(page, s):
    """A server without --allow-sql runs what it proposed itself."""
    page.open(s.url)
    turn = page.ask("How many hives are blue?")
    assert not turn.find_elements(By.CSS_SELECTOR, ".edit")
    readings = turn.find_elements(By.CSS_SELECTOR, ".alternative")
    page.js("document.querySelectorAll('.alternatives').forEach((d) => { d.open = true; })")
    page.click(readings[1])
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".result"), "no rows")
    assert not turn.find_elements(By.CSS_SELECTOR, "[role=alert]"), text(turn, "[role=alert]")


def sentence_sql_and_question_point_at_each_other(page, s):
    page.open(s.url)
    turn = page.ask("How many shiny hives are there?")
    assert [w.text for w in turn.find_elements(By.CSS_SELECTOR, ".question .unused")] == ["shiny"]
    assert "“shiny”" in text(turn, ".unused-words")
    turn = page.ask_for("How many hives are blue?", "colour is 'blue'")
    phrase = next(p for p in turn.find_elements(By.CSS_SELECTOR, ".told .phrase") if "blue" in p.text)
    page.browser.execute_script("arguments[0].focus()", phrase)
    pointed = [e.text for e in turn.find_elements(By.CSS_SELECTOR, ".pointed-at")]
    assert "blue" in pointed and "'blue'" in pointed, pointed
    page.browser.execute_script("arguments[0].blur()", phrase)
    assert not turn.find_elements(By.CSS_SELECTOR, ".pointed-at")


def edited_sql_carries_no_confidence(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are there?")
    assert "%" in text(turn, ".chosen .facts")
    page.edit(turn, "SELECT 1 AS one")
    page.wait(lambda _: "one" in [h.text for h in turn.find_elements(By.CSS_SELECTOR, "th")])
    assert "%" not in text(turn, ".chosen .facts") and "your own SQL" in text(turn, ".chosen .facts")
    assert not turn.find_element(By.CSS_SELECTOR, ".chosen > .told").is_displayed()


def scrolls_to_the_new_answer(page, s):
    page.open(s.url)
    for question in ("List the names of all beekeepers.", "How many hives are blue?", "And how many are red?"):
        turn = page.ask(question, choose=False)
        top = page.js("arguments[0].querySelector('.question').getBoundingClientRect().top", turn)
        assert 40 <= top <= 300, (question, top)
        rows, box = page.js("arguments[0].querySelector('.doubt, .sql').getBoundingClientRect().top", turn), page.js("document.getElementById('ask').getBoundingClientRect().top")
        assert rows < box, "the answer is behind the box"


def mode_is_seen_and_switched(page, s):
    page.open(s.url)
    assert page.js("document.getElementById('mode').hidden")
    page.ask("How many hives are blue?")
    assert "How many hives are blue?" in page.one("#mode").text
    page.click(page.one("#mode input[value=yes]"))
    turn = page.ask("List the names of all beekeepers.")
    assert text(turn, ".follows").startswith("following up on"), text(turn, ".follows")
    page.click(page.one("#mode input[value=no]"))
    turn = page.ask("And how many are red?")
    assert not text(turn, ".follows").startswith("following"), text(turn, ".follows")


def survives_a_reload(page, s):
    page.open(s.url)
    page.ask("How many hives are blue?")
    turn = page.ask("And how many are red?")
    page.click(turn.find_element(By.CSS_SELECTOR, ".save"))
    asked = len(s.lines())
    page.browser.refresh()
    page.rest(2)
    assert [t.text.split("\n")[0] for t in page.all(".question")] == ["How many hives are blue?", "And how many are red?"]
    assert not [line for line in s.lines()[asked:] if line["path"] == "/v1/ask"], "asked again what was answered"
    assert "And how many are red?" in text(page.one(".saved-questions"), "ul")
    assert page.all(".earlier-questions li button")
    follow = page.ask("And how many are green?")
    assert "following up on “And how many are red?”" in text(follow, ".follows"), text(follow, ".follows")
    page.click(page.one(".forget"))
    page.browser.refresh()
    page.one(".example")
    assert not page.all(".turn") and not page.all(".questions")


def answers_links(page, s):
    page.open(s.url + "?q=How+many+hives+are+blue%3F&q=And+how+many+are+red%3F")
    page.rest(2)
    assert [t.text for t in page.all(".question")] == ["How many hives are blue?", "And how many are red?"]
    page.open(s.url)
    page.ask("How many hives are there?")
    assert "q=How" in page.js("location.search")


def exports(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are there?")
    page.edit(turn, "SELECT colour, count(*) AS n FROM hive GROUP BY colour ORDER BY colour")
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".chart"), "no chart")

    def taken(button, name):
        path = f"{WORK}/{name}"
        if os.path.exists(path):
            os.remove(path)
        page.click(turn.find_element(By.CSS_SELECTOR, button))
        page.wait(lambda _: os.path.exists(path) and os.path.getsize(path) > 0, "no " + name)
        time.sleep(0.2)
        return open(path, "rb").read()

    assert json.loads(taken(".json", "apiary.json"))[0] == {"colour": "blue", "n": 3}
    png = taken(".png", "apiary.png")
    assert png[:4] == b"\x89PNG" and len(png) > 3000
    html = taken(".save-page", "apiary.html").decode()
    assert html.startswith("<!doctype html>") and "How many hives are there?" in html and "<button" not in html and "--paper" in html
    page.open(f"file://{WORK}/apiary.html")
    assert page.js("document.querySelectorAll('.chart, table').length > 0")


def shows_numbers_and_long_cells(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are there?")
    page.edit(turn, "SELECT 1234567 AS honey, 2024 AS year, 1234567 AS hive_id, 1234.5 AS kg, 'a very long text that does not fit into a cell of the table at all' AS note")
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".cell"), "no cell to open")
    assert [c.text for c in turn.find_elements(By.CSS_SELECTOR, "td.number")] == ["1,234,567", "2024", "1234567", "1,234.5"]
    cell = turn.find_element(By.CSS_SELECTOR, ".cell")
    closed = page.js("arguments[0].clientHeight", cell)
    page.click(cell)
    assert cell.get_attribute("aria-expanded") == "true"
    assert page.js("arguments[0].scrollWidth <= arguments[0].clientWidth + 1", cell), closed


def charts_can_be_chosen(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are there?")
    page.edit(turn, "SELECT colour, sum(boxes) FROM hive GROUP BY colour")
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".chart .bar"), "no bars")
    widths = lambda: page.js("[...document.querySelectorAll('.chart .bar')].map((b) => Number(b.getAttribute('width')))")
    assert widths() == sorted(widths(), reverse=True), "not sorted"
    kind = turn.find_element(By.CSS_SELECTOR, ".chart-kind")
    page.browser.execute_script("arguments[0].value = 'points'; arguments[0].dispatchEvent(new Event('change'))", kind)
    assert turn.find_elements(By.CSS_SELECTOR, ".chart .dot") and not turn.find_elements(By.CSS_SELECTOR, ".chart .bar")
    page.edit(turn, "SELECT '2020-01-01' AS day, 1 AS n UNION SELECT '2020-01-02', 2 UNION SELECT '2020-12-31', 3")
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".chart .line"), "no line")
    x = page.js("[...document.querySelectorAll('.chart .dot')].map((d) => Number(d.getAttribute('cx')))")
    assert x[2] - x[1] > 50 * (x[1] - x[0]) > 0, x


def schema_is_for_asking(page, s):
    page.open(s.url)
    page.one(".example")
    hive = page.one(".schema [data-item=hive]")
    assert "16 rows" in hive.text, hive.text
    column = hive.find_element(By.CSS_SELECTOR, "[data-item='hive.colour']")
    samples = [b.text for b in column.find_elements(By.CSS_SELECTOR, ".sample")]
    assert len(samples) == 3 and "blue" in samples, samples
    page.click(column.find_element(By.CSS_SELECTOR, ".name"))
    page.click(column.find_elements(By.CSS_SELECTOR, ".sample")[0])
    assert page.one("#ask-box").get_attribute("value") == "colour " + samples[0]
    assert not any("_id" in e.text or " id " in e.text for e in page.all(".example"))


def tells_how_it_got_there_in_words(page, s):
    page.open(s.url)
    turn = page.ask_for("How many hives are blue?", "colour is 'blue'")
    page.click(turn.find_element(By.CSS_SELECTOR, ".why"))
    page.one(".lay-view")
    lines = [li.text for li in page.all(".decisions li")]
    assert any("the table hive, for you said" in line for line in lines), lines
    assert any("blue" in line for line in lines), lines
    page.shot("words")
    whole = page.one(".lay-view .grown-sql").text
    page.click(page.one(".lay-start"))
    assert page.one(".lay-view .grown-sql").text != whole and page.all(".lay-view .undecided")
    while page.one(".lay-next").is_enabled():
        page.click(page.one(".lay-next"))
    assert page.one(".lay-view .grown-sql").text == whole
    page.tab("Tree")
    assert page.one(".tree-view .grown-sql").text == whole


def verdicts_count_whatever_the_lines(page, s):
    page.open(s.url)
    question = "List the names of all beekeepers."
    turn = page.ask(question)
    first = text(turn, ".sql")
    assert "\n" in first
    page.click(turn.find_element(By.CSS_SELECTOR, ".no"))
    page.wait(lambda _: "not again" in text(turn, ".judge"), "not kept")
    page.click(page.one("#start-over"))
    turn = page.ask(question)
    assert text(turn, ".sql") != first, "given again"


def chooses_a_database(page, s):
    page.open(s.url)
    chooser = page.one("#choose-database")
    assert [o.text for o in chooser.find_elements(By.TAG_NAME, "option")] == ["apiary", "harbour"]
    page.ask("How many hives are there?")
    chooser.find_elements(By.TAG_NAME, "option")[1].click()
    page.wait(lambda _: page.all(".schema [data-item=boat]"), "the other schema does not come")
    assert not page.all(".turn"), "the conversation is another database's"
    turn = page.ask("How many boats are there?")
    assert "boat" in text(turn, ".sql")
    assert "db=harbour" in page.js("location.search")
    chooser.find_elements(By.TAG_NAME, "option")[0].click()
    page.wait(lambda _: [t.text for t in page.all(".question")] == ["How many hives are there?"], "its conversation is gone")


DROP = """(() => { const data = new DataTransfer(); data.items.add(new File(['name,price\\nTea,2.5\\nMilk,1'], 'goods.csv'));
  for (const kind of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true })); })()"""


def takes_a_dropped_file(page, s):
    page.open(s.url)
    page.one(".example")
    page.js(DROP)
    page.wait(lambda _: page.all(".schema [data-item=goods]"), "the file is not there")
    assert "2 rows" in page.one(".schema [data-item=goods]").text
    assert page.js("document.getElementById('choose-database').value") == "goods"
    turn = page.ask("List the name of all goods.")
    assert "goods" in text(turn, ".sql")


# Every text that can be seen, against what is behind it; WCAG AA: 4.5, or 3 for large letters.
CONTRAST = """(() => {
  const parse = (c) => { const m = c.match(/[\\d.]+/g).map(Number); const srgb = c.startsWith('color('); return [...m.slice(0, 3).map((v) => srgb ? v * 255 : v), m[3] ?? 1]; };
  const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = (node) => { const layers = []; for (let n = node; n instanceof Element; n = n.parentElement) { const s = getComputedStyle(n);
      const fill = n !== node && n.tagName.toLowerCase() === 'g' ? n.querySelector(':scope > rect.box') : null;
      if (fill) { const f = getComputedStyle(fill).fill; if (f !== 'none') layers.push(parse(f)); }
      layers.push(parse(s.backgroundColor)); }
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255, 1]); };
  const bad = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let t = walk.nextNode(); t; t = walk.nextNode()) {
    const node = t.parentElement, style = getComputedStyle(node), box = node.getBoundingClientRect();
    if (!t.data.trim() || !node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || box.width < 2 || node.closest('.hidden, .unborn, .skip, title, script, noscript')) continue;
    const svgText = node instanceof SVGElement, ink = parse(svgText ? style.fill : style.color), ground = behind(node);
    const a = light(over(ink, ground)), b = light(ground), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5) - 0.005) bad.push(`${ratio.toFixed(2)} ${node.tagName}.${node.getAttribute('class')} "${t.data.trim().slice(0, 30)}"`);
  }
  return bad; })()"""


def has_contrast_everywhere(page, s):
    for light in ("light", "dark"):
        page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": light}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        page.open(s.url)
        page.one(".example")

        def check(state):
            found = page.js(CONTRAST)
            page.shot(f"contrast-{light}-{state}")
            assert not found, (light, state, found[:6])

        check("welcome")
        turn = page.ask("How many shiny hives are blue?")
        check("answer")
        page.why(turn)
        check("tree")
        for name in ("In plain words", "Step attention", "Links"):
            page.tab(name)
            check(name.split()[0].lower())
        page.edit(turn, "SELECT colour, count(*) AS n FROM hive GROUP BY colour")
        page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".chart"))
        check("chart")
        page.edit(turn, "SELECT NULL, x'00', 'text', 1.5 FROM hive")
        page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, "td.null"))
        check("table")
        page.edit(turn, "DELETE FROM hive")
        page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, "[role=alert]"))
        check("refused")
        page.click(page.one("#start-over"))
        doubts(page)
        check("doubt")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def examples_are_made_from_the_schema(page, s):
    page.open(s.url)
    names = [e.text for e in (page.one(".example"), page.all(".example"))[1]]
    assert len(names) >= 3 and any("hive" in n for n in names), names
    page.click(page.all(".example")[0])
    page.wait(lambda _: page.all(".turn .answer .sql"))


def follows_up(page, s):
    page.open(s.url)
    page.ask("How many hives are blue?")
    turn = page.ask("And how many are red?")
    assert text(turn, ".follows").startswith("following up on “How many hives are blue?”"), text(turn, ".follows")
    assert "red" in text(turn, ".sql"), text(turn, ".sql")
    assert s.lines()[-1]["turn"] == 2
    page.click(page.one("#start-over"))
    assert not page.all(".turn") and page.one(".welcome")
    page.ask("How many hives are there?")
    assert "turn" not in s.lines()[-1]


def edits_and_runs(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are there?")
    page.click(turn.find_element(By.CSS_SELECTOR, ".edit"))
    box = page.one(".sql-edit")
    box.clear()
    box.send_keys("SELECT colour, count(*) AS n FROM hive GROUP BY colour ORDER BY colour")
    box.send_keys(Keys.CONTROL, Keys.ENTER)
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".chart"), "no chart of a category and a number")
    assert len(turn.find_elements(By.CSS_SELECTOR, ".chart .bar")) == 5
    page.shot("chart")
    rows = next(t for t in turn.find_elements(By.CSS_SELECTOR, "[role=tab]") if t.text == "Rows")
    page.click(rows)
    sort = turn.find_elements(By.CSS_SELECTOR, ".sort")[1]
    page.click(sort)
    falling = [int(c.text) for c in turn.find_elements(By.CSS_SELECTOR, "td.number")]
    assert falling == sorted(falling, reverse=True), falling
    page.click(sort)
    rising = [int(c.text) for c in turn.find_elements(By.CSS_SELECTOR, "td.number")]
    assert rising == sorted(rising), rising
    assert turn.find_elements(By.CSS_SELECTOR, "th")[1].get_attribute("aria-sort") == "ascending"
    page.click(turn.find_element(By.CSS_SELECTOR, ".csv"))
    path = f"{WORK}/apiary.csv"
    page.wait(lambda _: os.path.exists(path), "no download")
    lines = open(path, newline="").read().split("\r\n")
    assert lines[0] == "colour,n" and lines[1] == "blue,3", lines


def draws_lines_over_time(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are there?")
    page.click(turn.find_element(By.CSS_SELECTOR, ".edit"))
    box = page.one(".sql-edit")
    box.clear()
    box.send_keys("SELECT year, sum(honey_kg) FROM harvest GROUP BY year", Keys.CONTROL, Keys.ENTER)
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, ".chart .line"), "no line chart")


def shows_hostile_cells_as_text(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are there?")
    page.click(turn.find_element(By.CSS_SELECTOR, ".edit"))
    box = page.one(".sql-edit")
    box.clear()
    box.send_keys("SELECT '<img src=x onerror=\"window.hacked=1\">' AS \"<script>window.hacked=1</script>\", 9007199254740993, NULL, x'0001'", Keys.CONTROL, Keys.ENTER)
    page.wait(lambda _: "9007199254740993" in turn.text, "no rows, or digits lost")
    assert [c.text for c in turn.find_elements(By.CSS_SELECTOR, "td")] == ['<img src=x onerror="window.hacked=1">', "9007199254740993", "NULL", "2 bytes"]
    assert not page.all("td img, th script")
    assert page.js("window.hacked === undefined")
    page.ask("<b>bold</b> </script><script>window.hacked=1</script>")
    assert page.js("window.hacked === undefined") and not page.all(".question b")


def grows_the_tree(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are blue?")
    page.why(turn)
    born = lambda: len(page.all(".tree-node:not(.unborn):not(.open)"))
    whole = born()
    assert whole >= 10 and not page.all(".tree-node.unborn"), whole
    last = int(page.one(".controls input").get_attribute("max"))
    page.shot("tree")
    page.js("(() => { const r = document.querySelector('.controls input'); r.value = 0; r.dispatchEvent(new Event('input')); })()")
    assert born() == 1 and len(page.all(".tree-node.open")) == 5
    assert "Step 0" in text(turn, ".caption")
    page.click(page.one(".step"))
    page.click(page.one(".step"))
    assert born() == 3 and "Step 2" in text(turn, ".caption")
    page.shot("tree-growing")
    page.click(page.one(".back"))
    assert born() == 2
    page.click(page.one(".play"))
    assert page.one(".play").text == "Pause"
    page.wait(lambda _: born() >= 5, "it does not play")
    page.wait(lambda _: born() == whole and page.one(".play").text == "Play", "it does not end", 40)
    assert page.one(".controls input").get_attribute("value") == str(last)
    assert "probability" in text(turn, ".caption")
    weights = page.js("[...document.querySelectorAll('.looking .token')].map((t) => Number(t.style.getPropertyValue('--weight')))")
    assert len(weights) >= 5 and 0 < max(weights) <= 1


PIXELS = """(() => { const c = arguments[0]; const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
  const seen = new Set(); for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return seen.size; })()"""


def opens_each_heat_map(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are blue?")
    page.why(turn)
    for name, maps in (("Step attention", 2), ("Question attention", 2), ("Links", 1)):
        page.tab(name)
        canvases = page.all(".why-place canvas")
        assert len(canvases) == maps, (name, len(canvases))
        for canvas in canvases:
            assert page.js(PIXELS, canvas) > 20, name
            page.browser.execute_script("arguments[0].focus()", canvas)
            ActionChains(page.browser).send_keys(Keys.ARROW_DOWN).send_keys(Keys.ARROW_DOWN).perform()
            said = canvas.find_element(By.XPATH, "../..").find_element(By.CSS_SELECTOR, ".readout").text
            assert (": " in said), (name, said)
        page.shot(name.lower().replace(" ", "-"))
    page.tab("Step attention")
    layer = page.one(".why-place select")
    before = page.js("document.querySelector('.why-place canvas').toDataURL()")
    layer.find_elements(By.TAG_NAME, "option")[0].click()
    assert page.js("document.querySelector('.why-place canvas').toDataURL()") != before
    assert len(page.all(".why-place canvas")) == 2


def chooses_an_alternative(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are blue?")
    first = text(turn, ".sql")
    choices = turn.find_elements(By.CSS_SELECTOR, ".alternative")
    assert len(choices) >= 2 and "%" not in choices[0].get_attribute("textContent")
    page.click(choices[1])
    page.wait(lambda _: text(turn, ".sql") != first)
    assert choices[1].get_attribute("aria-pressed") == "true"
    page.why(turn)
    assert page.js("performance.getEntriesByType('resource').at(-1).name.endsWith('query=1')")


def takes_a_correction(page, s):
    page.open(s.url)
    turn = page.ask("the blue ones?")
    page.click(turn.find_element(By.CSS_SELECTOR, ".edit"))
    box = page.one(".sql-edit")
    box.clear()
    box.send_keys("SELECT hive_id FROM hive WHERE colour = 'blue'", Keys.CONTROL, Keys.ENTER)
    page.wait(lambda _: len(turn.find_elements(By.CSS_SELECTOR, "td")) == 3)
    page.click(turn.find_element(By.CSS_SELECTOR, ".yes"))
    page.wait(lambda _: "Thank you" in text(turn, ".judge"), "not kept")
    page.click(page.one("#start-over"))
    turn = page.ask("the blue ones?")
    assert "as you told me on" in text(turn, ".facts"), text(turn, ".facts")
    assert len(turn.find_elements(By.CSS_SELECTOR, "td")) == 3
    page.click(turn.find_element(By.CSS_SELECTOR, ".why"))
    page.wait(lambda _: "given by a person" in text(turn, ".why-place"))


def says_what_went_wrong(page, s):
    page.open(s.url)
    turn = page.ask("How many hives are there?")
    page.click(turn.find_element(By.CSS_SELECTOR, ".edit"))
    box = page.one(".sql-edit")
    box.clear()
    box.send_keys("DELETE FROM hive", Keys.CONTROL, Keys.ENTER)
    page.wait(lambda _: turn.find_elements(By.CSS_SELECTOR, "[role=alert]"), "no word of the refusal")
    assert len(text(turn, "[role=alert]")) > 15
    assert not turn.find_element(By.CSS_SELECTOR, ".judge").is_displayed(), "what did not run can be called right"
    page.shot("refused")


def sees_a_table_that_comes_and_goes(page, s):
    """The schema at the side follows the database with the next question."""
    page.open(s.url)
    change = lambda sql: subprocess.run(["sqlite3", WORK + "/apiary.sqlite", sql], check=True)
    assert "swarm" not in page.one("#schema").text
    change("CREATE TABLE swarm (swarm_id INTEGER PRIMARY KEY, caught TEXT)")
    page.ask("How many swarms are there?")
    page.wait(lambda _: "swarm" in page.one("#schema").text, "the new table is not at the side")
    change("DROP TABLE swarm")
    page.ask("How many hives are there?")
    page.wait(lambda _: "swarm" not in page.one("#schema").text, "the table that is gone is still at the side")


def says_when_the_server_is_gone(page, s):
    page.open(s.url)
    page.ask("How many hives are there?")
    s.stop()
    turn = page.ask("How many hives are blue?")
    assert "cannot be reached" in text(turn, "[role=alert]")
    assert text(turn, "[role=alert] button") == "Try again"
    page.shot("gone")


def asks_for_the_token(page, s):
    page.open(s.url)
    box = page.one(".token input")
    assert "wants its token" in page.one(".token").text
    box.send_keys("wrong-token", Keys.ENTER)
    page.wait(lambda _: "wrong" in page.one(".token").text, "not a word about the wrong token")
    box = page.one(".token input")
    box.send_keys("open-sesame", Keys.ENTER)
    page.one(".example")
    assert page.ask("How many hives are there?").find_elements(By.CSS_SELECTOR, ".sql")
    assert not page.all(".edit")  # this server runs nobody's SQL


def works_by_keyboard_alone(page, s):
    page.open(s.url)
    page.one(".example")
    keys = lambda *k: ActionChains(page.browser).send_keys(*k).perform()
    focus = lambda: page.browser.switch_to.active_element
    assert focus().get_attribute("id") == "ask-box"
    keys("How many hives are blue?", Keys.ENTER)
    page.wait(lambda _: page.all(".turn .sql"))

    def tab_to(wanted, shift):
        for _ in range(60):
            if wanted(focus()):
                return
            ActionChains(page.browser).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform() if shift else keys(Keys.TAB)
        raise AssertionError("not reached by the Tab key")

    has = lambda name: lambda e: name in (e.get_attribute("class") or "").split()
    if page.all(".doubt"):  # a reading is chosen, too
        tab_to(has("alternative"), True)
        keys(Keys.ENTER)
        page.one(".chosen .sql")
    tab_to(has("why"), not page.all(".doubt"))
    keys(Keys.ENTER)
    page.wait(lambda _: page.all(".lay-view"))
    tab_to(lambda e: e.get_attribute("role") == "tab" and e.text == "In plain words", False)
    keys(Keys.ARROW_RIGHT)
    assert focus().text == "Tree" and page.all(".tree-view")
    keys(Keys.ARROW_RIGHT)
    assert focus().text == "Step attention" and page.all(".why-place canvas")
    keys(Keys.ARROW_LEFT)
    tab_to(lambda e: "tree-frame" in (e.get_attribute("class") or ""), False)
    keys(Keys.HOME, Keys.ARROW_RIGHT)
    assert "Step 1 " in page.one(".tree-view .caption").text
    keys("/")
    assert focus().get_attribute("id") == "ask-box"
    assert focus().get_attribute("value") == ""


def fits_a_phone(page, s):
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 375, "height": 740, "deviceScaleFactor": 2, "mobile": True})
    try:
        page.open(s.url)
        page.one(".example")
        page.shot("phone-welcome")
        turn = page.ask("How many hives are blue?")
        page.why(turn)
        for name in (None, "Step attention", "Question attention", "Links"):
            if name:
                page.tab(name)
            assert page.js("document.documentElement.scrollWidth <= window.innerWidth"), f"{name}: wider than the screen"
        page.tab("Tree")
        page.shot("phone")
        assert page.js("getComputedStyle(document.querySelector('.schema')).display === 'none'")
        page.click(page.one("#show-schema"))
        assert page.one(".schema [data-item=hive]")
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def follows_the_light(page, s):
    colours = []
    for light in ("light", "dark"):
        page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": light}]})
        page.open(s.url)
        turn = page.ask("How many hives are blue?")
        page.why(turn)
        colours.append(page.js("getComputedStyle(document.body).backgroundColor"))
        page.js("window.scrollTo(0, 320)")
        page.shot(light)
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert colours[0] != colours[1], colours


def explains_in_one_file(page, s):
    path = f"{WORK}/why.html"
    subprocess.run([PROGRAM, "explain", f"{WORK}/apiary.sqlite", "How many hives are blue?", "--model", f"{WORK}/run/best.safetensors", "--html", path])
    page.open("file://" + path)
    page.one(".lay-view")
    page.tab("Tree")
    assert len(page.all(".tree-node")) >= 10
    assert page.js("document.getElementById('ask').hidden")
    page.tab("Question attention")
    assert len(page.all(".why-place canvas")) == 2
    page.tab("Links")
    assert page.all(".result td")
    page.shot("file")


# ---- running them -----------------------------------------------------------------------------------------------

def quiet(browser, url, errors_expected):
    """No word on the console, no request to anywhere else; tests of errors may see failed requests of our own."""
    words = [e for e in browser.get_log("browser") if not (errors_expected and e["source"] == "network")]
    assert not words, words
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            to = message["params"]["request"]["url"]
            assert to.startswith((url or "http://nowhere/", "data:", "blob:", "file://")), "request to " + to


def prepare():
    small = ROOT + "/tests/data/small"
    subprocess.run(["sqlite3", WORK + "/apiary.sqlite"], input=open(small + "/apiary.sql").read(), text=True, check=True)
    subprocess.run(["sqlite3", WORK + "/harbour.sqlite"], input="CREATE TABLE boat (boat_id INTEGER PRIMARY KEY, name TEXT, length REAL); INSERT INTO boat VALUES (1, 'Ada', 9.5), (2, 'Bob', 7);", text=True, check=True)
    subprocess.run([PROGRAM, "train", "--config", ROOT + "/configs/small.json", "--dataset", "jsonl", "--data", small + "/train.jsonl", "--tables", small + "/tables.json",
                    "--vocab", small + "/vocab.txt", "--out", WORK + "/run", "--quiet", "--set", "steps=300"], check=True)


TESTS = [doubt_looks_like_doubt, sentence_sql_and_question_point_at_each_other, edited_sql_carries_no_confidence, scrolls_to_the_new_answer, mode_is_seen_and_switched,
         survives_a_reload, answers_links, exports, shows_numbers_and_long_cells, charts_can_be_chosen, schema_is_for_asking, tells_how_it_got_there_in_words, has_contrast_everywhere,
         asks_and_shows_rows, examples_are_made_from_the_schema, follows_up, edits_and_runs, draws_lines_over_time, shows_hostile_cells_as_text, grows_the_tree,
         opens_each_heat_map, chooses_an_alternative, takes_a_correction, says_what_went_wrong, asks_for_the_token, works_by_keyboard_alone, fits_a_phone, follows_the_light, explains_in_one_file, verdicts_count_whatever_the_lines, runs_its_readings_without_leave, chooses_a_database, takes_a_dropped_file,
         sees_a_table_that_comes_and_goes, says_when_the_server_is_gone]
if os.environ.get("PAGE_TESTS"):  # some of them, while working on the page
    TESTS = [t for t in TESTS if t.__name__ in os.environ["PAGE_TESTS"].split(",")]
ERRORS_EXPECTED = {has_contrast_everywhere, says_what_went_wrong, asks_for_the_token, says_when_the_server_is_gone}


OWN_SERVERS = {asks_for_the_token: ["--token", "open-sesame"], runs_its_readings_without_leave: [], chooses_a_database: [WORK + "/harbour.sqlite"], takes_a_dropped_file: ["--allow-upload"]}


def main():
    prepare()
    common = Server(WORK + "/apiary.sqlite", WORK + "/run/best.safetensors", "--allow-sql", "--allow-corrections", "--corrections", WORK + "/kept.jsonl")
    browser, failed = start_browser(), 0
    print(f"1..{len(TESTS)}")
    for i, test in enumerate(TESTS, 1):
        own = Server(WORK + "/apiary.sqlite", WORK + "/run/best.safetensors", *OWN_SERVERS[test]) if test in OWN_SERVERS else None
        server = own or common
        try:
            browser.get_log("browser"), browser.get_log("performance")
            test(Page(browser), server)
            quiet(browser, server.url, test in ERRORS_EXPECTED)
            print(f"ok {i} - {test.__name__.replace('_', ' ')}", flush=True)
        except Exception:
            failed += 1
            browser.save_screenshot(f"{SHOTS}/failed-{test.__name__}.png")
            print(f"not ok {i} - {test.__name__.replace('_', ' ')}")
            print("\n".join("# " + line for line in traceback.format_exc().splitlines() if not line.startswith("#")), flush=True)
        if own:
            own.stop()
    browser.quit()
    common.process.poll() is None and common.stop()
    shutil.rmtree(WORK, ignore_errors=True)
    return 1 if failed else 0


def take_picture(model, database, question):
    server, browser = Server(database, model, "--allow-sql"), start_browser()
    page = Page(browser)
    try:
        browser.set_window_size(1400, 1560)
        page.open(server.url)
        page.one(".example")
        turn = page.ask(question)
        page.why(turn)
        page.js("document.querySelectorAll('.alternatives').forEach((d) => d.removeAttribute('open'))")
        page.js("document.activeElement.blur()")
        page.js("window.scrollTo(0, 0)")
        page.shot("screenshot")
        page.tab("Question attention")
        page.js("document.querySelector('.why-place').scrollIntoView({block: 'start'})")
        page.shot("screenshot-attention")
    finally:
        browser.quit()
        server.stop()
    return 0


sys.exit(main() if len(sys.argv) == 1 else take_picture(*sys.argv[1:4]))
