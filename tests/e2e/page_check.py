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
    options.add_experimental_option("prefs", {"download.default_directory": WORK, "download.prompt_for_download": False})
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

    def open(self, url):
        self.browser.get(url)

    def ask(self, question):
        turns = len(self.all(".turn"))
        box = self.one("#ask-box")
        box.send_keys(question)
        box.send_keys(Keys.ENTER)
        self.wait(lambda _: len(self.all(".turn")) > turns and not self.all(".turn .waiting"), "no answer")
        self.wait(lambda _: self.js("document.getAnimations().length === 0"), "it never comes to rest")
        return self.all(".turn")[-1]

    def why(self, turn):
        self.click(turn.find_element(By.CSS_SELECTOR, ".why"))
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
    page.shot("answer")


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
    assert len(choices) >= 2 and "%" in choices[0].get_attribute("textContent")
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
    assert "given by a person" in text(turn, ".facts"), text(turn, ".facts")
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
    page.shot("refused")


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
    box.send_keys("wrong-token", Keys.ENTER)
    time.sleep(0.5)
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

    tab_to(lambda e: "why" in (e.get_attribute("class") or "").split(), True)
    keys(Keys.ENTER)
    page.wait(lambda _: page.all(".tree-view"))
    tab_to(lambda e: e.get_attribute("role") == "tab" and e.text == "Tree", False)
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
    page.one(".tree-view")
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
    subprocess.run([PROGRAM, "train", "--config", ROOT + "/configs/small.json", "--dataset", "jsonl", "--data", small + "/train.jsonl", "--tables", small + "/tables.json",
                    "--vocab", small + "/vocab.txt", "--out", WORK + "/run", "--quiet", "--set", "steps=300"], check=True)


TESTS = [asks_and_shows_rows, examples_are_made_from_the_schema, follows_up, edits_and_runs, draws_lines_over_time, shows_hostile_cells_as_text, grows_the_tree,
         opens_each_heat_map, chooses_an_alternative, takes_a_correction, says_what_went_wrong, asks_for_the_token, works_by_keyboard_alone, fits_a_phone, follows_the_light, explains_in_one_file,
         says_when_the_server_is_gone]
ERRORS_EXPECTED = {says_what_went_wrong, asks_for_the_token, says_when_the_server_is_gone}


def main():
    prepare()
    common = Server(WORK + "/apiary.sqlite", WORK + "/run/best.safetensors", "--allow-sql", "--allow-corrections", "--corrections", WORK + "/kept.jsonl")
    browser, failed = start_browser(), 0
    print(f"1..{len(TESTS)}")
    for i, test in enumerate(TESTS, 1):
        own = Server(WORK + "/apiary.sqlite", WORK + "/run/best.safetensors", "--token", "open-sesame") if test is asks_for_the_token else None
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
        page.js("document.querySelector('.alternatives').removeAttribute('open')")
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
