// SPDX-License-Identifier: Apache-2.0
import type { ComparedFleet } from '../change-model.ts';
import { FleetServer } from '../serve/fleet-server.ts';
import { smallFleet } from '../testing/small-fleet.ts';
import { smallLive } from '../testing/small-live.ts';
import { preparePage } from '../write-page.ts';
import { inBrowser, program, title, violations } from './in-browser.ts';
import { OpenPage } from './open-page.ts';

inBrowser(title, () => {
  test('the page of the server follows the fleet, says when it is lost, and comes back', async () => {
    let fleet: ComparedFleet = { ...smallFleet, live: smallLive };
    const page = await preparePage('served');
    const options = { fleet: () => fleet, page };
    const first = await FleetServer.start({ ...options, port: 0 });
    const port = Number(new URL(first.url).port);
    await using opened = await OpenPage.of(program, first.url);
    const tab = await opened.open('#prod/live');
    const text = (selector: string) => tab.textContent(selector);
    expect(await text('main')).toContain('2 readings could not be compared');
    expect(await text('.notice')).toBe('');

    fleet = { ...fleet, live: [{ name: 'prod', at: smallLive[0]?.at ?? '', problem: 'gone' }] };
    first.push();
    await tab.waitForSelector('main .unknown:has-text("Not known: gone")');

    // Its own policy has refused nothing, and it has asked for itself and for events.
    expect(opened.complaints).toEqual([]);
    expect([...new Set(opened.requests.map((url) => new URL(url).pathname))].sort()).toEqual([
      '/',
      '/events',
    ]);

    await first[Symbol.asyncDispose]();
    await tab.waitForSelector('.notice:has-text("The server has not answered since")');
    expect(await violations(tab)).toEqual([]);

    fleet = { ...smallFleet, live: smallLive };
    await using second = await FleetServer.start({ ...options, port });
    expect(second.url).toBe(first.url);
    await tab.waitForSelector('main:has-text("2 readings could not be compared")');
    await tab.waitForSelector('.notice:empty', { state: 'attached' });
    await tab.close();
  });
});
