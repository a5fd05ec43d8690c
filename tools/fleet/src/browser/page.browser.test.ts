// SPDX-License-Identifier: Apache-2.0
import { views } from '../page/route.ts';
import { comparedFleet } from '../testing/small-change.ts';
import { smallLive } from '../testing/small-live.ts';
import { writePage } from '../write-page.ts';
import { inBrowser, program, title, violations } from './in-browser.ts';
import { OpenPage } from './open-page.ts';

inBrowser(title, () => {
  let opened: OpenPage | undefined;

  const open = (...args: Parameters<OpenPage['open']>) => {
    if (opened === undefined) throw new Error('the browser has not started');
    return opened.open(...args);
  };

  beforeAll(async () => {
    opened = await OpenPage.start(program, await writePage({ ...comparedFleet, live: smallLive }));
  });

  afterAll(() => opened?.[Symbol.asyncDispose]());

  // The page loads nothing else, and its own policy refuses nothing.
  afterEach(() => {
    expect(opened?.complaints).toEqual([]);
    const pages = opened?.requests.map((url) => url.replace(/#.*/, ''));
    expect(pages?.filter((url) => url !== opened?.url)).toEqual([]);
  });

  const hashes = [
    '#',
    ...views.map(({ name }) => `#prod/${name}`),
    '#prod/isolation/shop%3Ebank',
    '#/changes',
    '#/live',
    '#/what-if/vlan-becomes%2C40%2C60',
    '#prod/what-if/host-lost%2Ch1',
    '#prod/hosts?before',
  ];

  test.each(
    (['light', 'dark'] as const).flatMap((scheme) => hashes.map((hash) => [hash, scheme] as const)),
  )('axe finds nothing wrong with %s in %s', async (hash, colorScheme) => {
    const page = await open(hash, { colorScheme });
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  test.each(hashes)('%s is no wider than a telephone', async (hash) => {
    const page = await open(hash, { viewport: { width: 390, height: 800 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.close();
  });

  test('arrow keys and Enter select a cell of the matrix and show its reason', async () => {
    const page = await open('#prod/isolation');
    await page.focus('[role="grid"] [tabindex="0"]');
    await page.keyboard.press('Enter');
    expect(await page.textContent('.why h2')).toBe('bank to shop');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    expect(await page.textContent('.why h2')).toBe('shop to bank');
    expect(await page.textContent('.why li')).toBe('open vlan: office');
    // The address is a link to the cell.
    expect(page.url()).toMatch(/#prod\/isolation\/shop%3Ebank$/);
    await page.close();
  });

  test('a slash focuses the search, and a result opens its view and focuses its heading', async () => {
    const page = await open('#');
    await page.keyboard.press('/');
    await page.keyboard.type('h2');
    await page.click('.results a');
    expect(page.url()).toMatch(/#prod\/hosts\/h2$/);
    await page.waitForSelector('#host-h2.chosen');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('prod: hosts');
    expect(await page.title()).toBe('prod: hosts - Strata');
    await page.close();
  });

  test('shows machines on another host when their host is lost', async () => {
    const page = await open('#prod/hosts');
    const machines = (host: string) => page.textContent(`#host-${host} h3 small`);
    expect(await machines('h2')).toBe('16 CPUs, 64 GiB, 0 machines');
    await page.click('text=1 host lost: h1');
    expect(await machines('h2')).toBe('16 CPUs, 64 GiB, 3 machines');
    expect(await page.textContent('#host-h1 p')).toBe('lost');
    await page.close();
  });

  test('a question is chosen, filled in and asked by keyboard, and its answer has a link', async () => {
    const page = await open('#prod/what-if');
    await page.focus('.question select');
    await page.keyboard.press('ArrowDown');
    expect(await page.inputValue('.question select')).toBe('zone-lost');
    await page.keyboard.press('Tab');
    // A slash in a field is a letter, and not the way to the search.
    await page.keyboard.type('rack/a');
    expect(await page.inputValue('.question input')).toBe('rack/a');
    await page.fill('.question input', 'rack-a');
    await page.keyboard.press('Enter');
    expect(await page.textContent('.answer h2')).toBe('What if the zone rack-a is lost?');
    expect(await page.textContent('.findings li')).toBe(
      'fine prod: the other hosts have room for 3 machines of it',
    );
    // Screen readers read the answer when it appears.
    expect(await page.getAttribute('div:has(> .answer)', 'aria-live')).toBe('polite');
    expect(page.url()).toMatch(/#prod\/what-if\/zone-lost%2Crack-a$/);
    await page.close();
  });

  test('a question about a name that is not there is answered with those that are', async () => {
    const page = await open('#/what-if');
    await page.fill('.question input', 'h9');
    await page.click('.question button');
    expect(await page.textContent('.unknown')).toBe(
      'Not known: there is no host "h9"; did you mean "h1"? Hosts: h1, h2',
    );
    await page.close();
  });

  test('an environment is shown as it was, and again as it is, in the same view', async () => {
    const page = await open('#prod/clusters/shop');
    const rows = () => page.locator('table').first().locator('tbody th').allTextContents();
    expect(await rows()).toEqual(['web']);
    await page.click('text=Before');
    await page.waitForSelector('h1:has-text("prod: clusters before the change")');
    expect(await rows()).toEqual(['web', 'old']);
    expect(page.url()).toMatch(/#prod\/clusters\/shop\?before$/);
    await page.click('text=After');
    await page.waitForSelector('h1:text-is("prod: clusters")');
    expect(await rows()).toEqual(['web']);
    await page.close();
  });

  test('the width of a box is proportional to its memory', async () => {
    const page = await open('#prod/hosts');
    const share = await page.evaluate(
      '(() => { const box = document.querySelector("#host-h1 .segment"); return box.offsetWidth / box.parentElement.offsetWidth; })()',
    );
    // 30 of 50 GiB, rounded to whole pixels.
    expect(share).toBeCloseTo(0.6, 1);
    await page.close();
  });

  test("the theme switch overrides the system's theme", async () => {
    const page = await open('#', { colorScheme: 'light' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(247, 248, 250)');
    await page.selectOption('.theme select', 'dark');
    await page.waitForSelector('html[data-theme="dark"]');
    expect(await background()).toBe('rgb(17, 21, 28)');
    await page.close();
  });
});
