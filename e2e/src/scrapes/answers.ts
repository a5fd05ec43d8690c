// SPDX-License-Identifier: Apache-2.0

/** Returns one line of Prometheus's text format for each index below `count`. */
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

const labels = (count: number) => Array.from({ length: count }, (_, index) => `l${index}="x"`);

/** Milliseconds since 1970 of a day in 2100. */
const future = Date.UTC(2100, 0, 1);

/**
 * Answers that a tenant's VM can give when the platform scrapes it, by name. Each answer is the
 * text of `/metrics`.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export const answers = {
  'as many samples as are allowed': lines(5_000, (index) => `node_tenant_fine{n="${index}"} 1`),
  'what CDI says': 'kubevirt_cdi_cr_ready 1\nnode_tenant_other 1\n',
  'a time of its own': `node_tenant_future 1 ${future}\n`,
  'too many samples': lines(5_001, (index) => `node_tenant_flood{n="${index}"} 1`),
  'too many bytes': `# HELP node_tenant_flood ${'x'.repeat(6_000_000)}\nnode_tenant_flood 1\n`,
  'too many labels': `node_tenant_flood{${labels(41).join()}} 1\n`,
  'a long label name': `node_tenant_flood{${'n'.repeat(129)}="x"} 1\n`,
  'a long label value': `node_tenant_flood{name="${'v'.repeat(513)}"} 1\n`,
} as const;

export type AnswerName = keyof typeof answers;
