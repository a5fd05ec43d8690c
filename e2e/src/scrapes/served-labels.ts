// SPDX-License-Identifier: Apache-2.0
import type { MeasuredProgram } from '@strata/kubevirt-stack/alerts';
import type { RackSession } from '@strata/sandbox';
import { askPrometheus } from '../ask-prometheus.ts';
import { kubectl } from '../environment.ts';

/** Labels of a metric: whether one of its series has a value for it. */
export type ServedLabels = ReadonlyMap<string, boolean>;

interface Target {
  readonly health: string;
  readonly scrapeUrl: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Pods of the programs that are real in the sandbox and serve what alerts and dashboards use. */
const pods: readonly (readonly [MeasuredProgram, RegExp])[] = [
  ['virt-controller', /^virt-controller-/],
  ['cdi-controller', /^cdi-deployment-/],
  ['cdi-operator', /^cdi-operator-/],
  ['metallb-controller', /^controller-/],
  ['kube-state-metrics', /^kube-state-metrics-/],
  ['prometheus', /^prometheus-platform-/],
];

/** The programs that are real in the sandbox; all others are played, and serve nothing. */
export const realPrograms = pods.map(([program]) => program);

/** Reads URLs, and prints their texts as a JSON list. Certificates are each operator's own. */
const reader = `
  const urls = JSON.parse(process.argv[1]);
  const headers = { authorization: 'Bearer ' + process.env.TOKEN };
  Promise.all(urls.map(async (url) => (await fetch(url, { headers })).text()))
    .then((texts) => console.log(JSON.stringify(texts)));`;

/**
 * Returns what each program serves at its metrics endpoint by itself: a text of all its pods, as Prometheus
 * reads it.
 */
export async function servedTexts(session: RackSession): Promise<Map<MeasuredProgram, string>> {
  const account = ['create', 'token', 'prometheus-k8s', '-n', 'monitoring'];
  const token = await kubectl(session, account);
  const { activeTargets } = await askPrometheus<{ readonly activeTargets: readonly Target[] }>(
    session,
    'targets',
  );
  const found = activeTargets.flatMap(({ health, labels, scrapeUrl }) => {
    const [program] = pods.find(([, pattern]) => pattern.test(labels.pod ?? '')) ?? [];
    return program === undefined || health !== 'up' ? [] : [{ program, scrapeUrl }];
  });
  const urls = found.map(({ scrapeUrl }) => scrapeUrl);
  const { code, stdout, stderr } = await session.capture(
    ['node', '--eval', reader, JSON.stringify(urls)],
    { env: { TOKEN: token, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' } },
  );
  if (code !== 0) throw new Error(stderr);
  const texts = new Map<MeasuredProgram, string>();
  for (const [index, text] of (JSON.parse(stdout) as string[]).entries()) {
    const program = found[index]?.program;
    if (program !== undefined) texts.set(program, `${texts.get(program) ?? ''}\n${text}`);
  }
  return texts;
}

/**
 * Returns the labels of a metric in the text that a program serves; undefined if it has no series. Prometheus
 * drops labels without a value, so only the text has these.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function servedLabels(text: string, metric: string): ServedLabels | undefined {
  const series = [...text.matchAll(new RegExp(`^${metric}(?:\\{(.*)\\})? \\S+$`, 'gm'))];
  if (series.length === 0) return undefined;
  const labels = new Map<string, boolean>();
  for (const [, set = ''] of series) {
    for (const [, label = '', value] of set.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      labels.set(label, labels.get(label) === true || value !== '');
    }
  }
  return labels;
}

/** Returns the labels that Prometheus stores with the current series of each of these metrics that has some. */
export async function storedNow(
  session: RackSession,
  metrics: readonly string[],
): Promise<Map<string, Set<string>>> {
  const query = encodeURIComponent(`{__name__=~"${metrics.join('|')}"}`);
  const { result } = await askPrometheus<{
    readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[];
  }>(session, `query?query=${query}`);
  const stored = new Map<string, Set<string>>();
  for (const { metric } of result) {
    const { __name__: name = '', ...labels } = metric;
    const known = stored.get(name) ?? new Set();
    for (const label of Object.keys(labels)) known.add(label);
    stored.set(name, known);
  }
  return stored;
}
