// SPDX-License-Identifier: Apache-2.0
import { DrainWatch } from './drain-watch.ts';

const minute = 60_000;

/** A line of KubeOne 1.14.2 without a terminal. */
const line = (message: string, level = 'info') =>
  `time="12:00:00 UTC" level=${level} msg=${JSON.stringify(message)} node=192.0.2.13`;

const budget = "Cannot evict pod as it would violate the pod's disruption budget.";
const refusal = (pod: string) =>
  line(
    `error when evicting pods/"${pod}" -n "cluster-shop" (will retry after 5s): ${budget}\n`,
    'error',
  );
const evicting = (pod: string) => line(`evicting pod cluster-shop/${pod}\n`);

let reported: string[];
let watch: DrainWatch;
beforeEach(() => {
  reported = [];
  watch = new DrainWatch({
    minutes: 60,
    names: new Map([['192.0.2.13', 'metal-3']]),
    report: (text) => reported.push(text),
  });
});

/** Gives the watch these lines at a minute. */
const readAt = (minutes: number, ...lines: readonly string[]) => {
  for (const one of lines) watch.read(one, minutes * minute);
};

// Proves: upgrades.host-kubernetes
test.each([
  'Draining leader control plane...',
  'Drain the follower control plane node...',
  'Draining static worker node...',
])('says every five minutes how far a drain is: %s', (begin) => {
  readAt(0, line(begin), evicting('a'), evicting('b'), evicting('c'));
  readAt(2, line('pod cluster-shop/a is evicted'));
  readAt(4.9, refusal('b'));
  expect(watch.check(4.9 * minute)).toBeUndefined();
  expect(reported).toEqual([]);
  expect(watch.check(5 * minute)).toBeUndefined();
  const help = 'What to do about a pod that stays: docs/runbooks/drain-host.md.';
  expect(reported).toEqual([
    'strata: metal-3 is being drained: 1 pod has left in 5 minutes, the last one 3 minutes ago. Still ' +
      `there: cluster-shop/b (${budget}). Shutting down or gone: cluster-shop/c. ${help}`,
  ]);
  // A refusal of long ago is none any more: the pod has been evicted, or somebody else has deleted it.
  expect(watch.check(9 * minute)).toBeUndefined();
  expect(watch.check(10 * minute)).toBeUndefined();
  expect(reported.slice(1)).toEqual([
    'strata: metal-3 is being drained: 1 pod has left in 10 minutes, the last one 8 minutes ago. Shutting ' +
      `down or gone: cluster-shop/b, cluster-shop/c. ${help}`,
  ]);
});

// Proves: upgrades.host-kubernetes
test('gives up once no pod has left the host for that long, and says what to do', () => {
  readAt(0, line('Draining static worker node...'), evicting('a'), evicting('b'));
  readAt(50, line('pod cluster-shop/a is deleted'));
  readAt(109.9, refusal('b'));
  expect(watch.check(109.9 * minute)).toBeUndefined();
  expect(watch.check(110 * minute)).toBe(
    'KubeOne was stopped: no pod has left metal-3 for 60 minutes (config.infra:kubeone.drainMinutes). ' +
      `Still there: cluster-shop/b (${budget}). The host stays cordoned; KubeOne had begun nothing else on it. ` +
      'See docs/runbooks/drain-host.md, then run: kubectl label node metal-3 ' +
      'kubeone.io/upgrade-in-progress- ; and run pulumi up again, which continues the update.',
  );
});

test('does not give up on a pod that may leave since less than that long', () => {
  readAt(0, line('Draining static worker node...'), evicting('a'));
  readAt(50, refusal('a'));
  // kubectl's drain says nothing of a pod that somebody else has deleted between two refusals.
  expect(watch.check(109.9 * minute)).toBeUndefined();
  expect(watch.check(110 * minute)).toContain(
    'no pod has left metal-3 for 60 minutes (config.infra:kubeone.drainMinutes). Shutting down or ' +
      'gone: cluster-shop/a. The host stays cordoned;',
  );
});

test('knows hosts with IPv6 addresses, which the log has in quotes', () => {
  watch = new DrainWatch({
    minutes: 60,
    names: new Map([['2001:db8::13', 'metal-6']]),
    report: (text) => reported.push(text),
  });
  readAt(0, 'level=info msg="Draining static worker node..." node="2001:db8::13"');
  expect(watch.check(60 * minute)).toContain('no pod has left metal-6 for 60 minutes');
});

test('a drain is over when KubeOne begins to change the host', () => {
  readAt(0, line('Draining static worker node...'), evicting('a'));
  readAt(59, line('Creating environment file...'));
  expect(watch.check(60 * minute)).toBeUndefined();
});

test('a drain is over when KubeOne says that its task failed, and the next try has time of its own', () => {
  readAt(0, line('Draining static worker node...'), evicting('a'));
  readAt(
    59,
    'time="12:00:00 UTC" level=warning msg="Task upgrading static worker nodes failed, error was: kubernetes: draining \\"metal-3\\" node"',
  );
  expect(watch.check(60 * minute)).toBeUndefined();
  expect(reported).toEqual([]);
  readAt(61, line('Draining static worker node...'), evicting('a'));
  expect(watch.check(120 * minute)).toBeUndefined();
  expect(watch.check(121 * minute)).toContain('no pod has left metal-3 for 60 minutes');
});

test('counts anew for each host, and not at all while none is drained', () => {
  readAt(0, line('Labeling static worker node...'));
  expect(watch.check(500 * minute)).toBeUndefined();
  readAt(500, line('Draining static worker node...'));
  readAt(510, line('Upgrading Kubernetes binaries on static worker node...'));
  expect(watch.check(1000 * minute)).toBeUndefined();
  expect(reported).toEqual([]);
  readAt(1000, line('Draining static worker node...'));
  expect(watch.check(1059 * minute)).toBeUndefined();
  expect(reported).toEqual([
    'strata: metal-3 is being drained: no pod has left in 59 minutes. What to do about a pod that stays: ' +
      'docs/runbooks/drain-host.md.',
  ]);
  expect(watch.check(1060 * minute)).toContain('no pod has left metal-3 for 60 minutes');
});

test('names a host that is not in the manifest by its address, and a refusal that is no quoted text as it is', () => {
  readAt(0, 'level=info msg="Draining static worker node..." node=192.0.2.99');
  readAt(1, 'level=info msg="evicting pod a/\\U0001f600" node=192.0.2.99', 'no line of the log');
  watch.check(6 * minute);
  expect(reported).toEqual([
    'strata: 192.0.2.99 is being drained: no pod has left in 6 minutes. Shutting down or gone: ' +
      'a/\\U0001f600. What to do about a pod that stays: docs/runbooks/drain-host.md.',
  ]);
});
