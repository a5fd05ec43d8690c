// SPDX-License-Identifier: Apache-2.0
// Measures how long the page of a large fleet takes, with before and after, and how many frames a second it
// shows while somebody scrolls: node tools/fleet/src/browser/measure.ts
import { performance } from 'node:perf_hooks';
import type { ComparedFleet } from '../change-model.ts';
import { compareFleet } from '../change/compare-fleet.ts';
import { commitAll } from '../testing/commits.ts';
import { largeEnvironment, largeFleet } from '../testing/large-fleet.ts';
import { writePage } from '../write-page.ts';
import { findChromium } from './find-chromium.ts';
import { OpenPage } from './open-page.ts';

const size = { clusters: 100, hosts: 1000 };
const runs = 5;

const milliseconds = async (act: () => unknown) => {
  const begin = performance.now();
  await act();
  return Math.round(performance.now() - begin);
};

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Milliseconds that a view is scrolled from its top to its end. */
const scrollTime = 2_000;

/** Scrolls the open view; resolves to the milliseconds between one frame and the next. */
const scroll = `new Promise((done) => {
  const times = [];
  const begin = performance.now();
  const way = document.documentElement.scrollHeight - innerHeight;
  const draw = (now) => {
    times.push(now);
    scrollTo(0, (way * (now - begin)) / ${scrollTime});
    if (now - begin < ${scrollTime}) requestAnimationFrame(draw);
    else done(times.slice(1).map((time, index) => time - times[index]));
  };
  requestAnimationFrame(draw);
})`;

const program = findChromium();
if (program === undefined) throw new Error('there is no chromium on PATH');
using repository = largeFleet(size);
const base = commitAll(repository.root);
repository.change(`stacks/user-cluster/Pulumi.${largeEnvironment}.tenant-0.yaml`, (config) => {
  const [pool] = config['user-cluster:pools'] as { replicas: number }[];
  if (pool !== undefined) pool.replicas += 5;
});
commitAll(repository.root);
let html = '';
let fleet: ComparedFleet | undefined;
const written = await milliseconds(async () => {
  fleet = compareFleet(repository.root, { base, head: 'HEAD' });
  html = await writePage(fleet);
});
const [environment] = fleet?.environments ?? [];
const unknown = environment?.clusters.filter(({ facts }) => facts.problem !== undefined).length;
console.log(
  `${size.clusters} clusters (${unknown ?? 0} not known), ${environment?.capacity.value?.machines ?? 0} machines, ` +
    `${size.hosts} hosts: written in ${written} ms, ${Math.round(Buffer.byteLength(html) / 1024)} KiB`,
);
await using opened = await OpenPage.start(program, html);
const views = ['', 'overview', 'hosts', 'clusters', 'isolation', 'addresses', 'changes'];
const asked = ['zone-lost,rack-0', 'kubernetes-cve,1.35.4,1.35.5'].map(
  (item) => `what-if/${encodeURIComponent(item)}`,
);
for (const view of [...views, ...asked]) {
  const hash = view === '' ? '#' : `#${largeEnvironment}/${view}`;
  const times: number[] = [];
  const frames: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const page = await opened.open(hash);
    // Milliseconds from navigation to first contentful paint.
    const paint = await page.evaluate(
      `new Promise((done) => new PerformanceObserver((list) => done(list.getEntriesByName('first-contentful-paint')[0].startTime)).observe({ type: 'paint', buffered: true }))`,
    );
    times.push(Math.round(Number(paint)));
    frames.push(...(await page.evaluate<number[]>(scroll)));
    await page.close();
  }
  const total = frames.reduce((sum, time) => sum + time, 0);
  console.log(
    `${view === '' ? 'fleet' : view}: first view after ${median(times)} ms, ` +
      `${Math.round((1_000 * frames.length) / total)} frames a second while scrolling, the slowest ${Math.round(Math.max(...frames))} ms`,
  );
}
