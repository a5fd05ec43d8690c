// SPDX-License-Identifier: Apache-2.0
import type { TestSeries } from '../alerts/alert.ts';
import { completeSeries } from '../alerts/complete-series.ts';
import { dashboards } from './all-dashboards.ts';

/** A situation, and what a curve or table shows in it. */
interface QueryCase {
  readonly dashboard: string;
  readonly panel: string;
  /** Legend of the curve; a table or number has none. */
  readonly legend: string;
  readonly given: readonly TestSeries[];
  /** Series that are shown after ten minutes, with their values. */
  readonly shows: readonly { readonly labels: string; readonly value: number }[];
}

const vm = (metric: string, name: string, labels: string, values: string): TestSeries => ({
  series: `${metric}{namespace="cluster-shop",name="${name}"${labels}}`,
  values,
});

/** Bytes that a device of a host has received: ten a second. */
const received = (device: string): TestSeries => ({
  series: `node_network_receive_bytes_total{job="node-exporter",node="a",device="${device}"}`,
  values: '0+600x10',
});

const read = (device: string): TestSeries => ({
  series: `node_disk_read_bytes_total{job="node-exporter",node="a",device="${device}"}`,
  values: '0+600x10',
});

const hugepages = 'kubevirt_vm_resource_requests';
const [resident, domain] = [
  'kubevirt_vmi_memory_resident_bytes',
  'kubevirt_vmi_memory_domain_bytes',
];

/** Memory of two VMs of 64 bytes, one of which has hugepages. */
const memory = [
  vm(resident, 'usual', ',node="a"', '40x10'),
  vm(domain, 'usual', ',node="a"', '64x10'),
  vm(resident, 'huge', ',node="a"', '3x10'),
  vm(domain, 'huge', ',node="a"', '64x10'),
  vm(hugepages, 'huge', ',resource="memory",unit="bytes",source="hugepages"', '2x10'),
  vm(hugepages, 'usual', ',resource="memory",unit="bytes",source="guest"', '64x10'),
];

const alert = (pool: string): TestSeries => ({
  series: `ALERTS{alertname="AddressPoolNearlyEmpty",alertstate="firing",severity="warning",pool="${pool}"}`,
  values: '1x10',
});

/** Queries of dashboards whose sums and labels are easily wrong, with the result of each. */
const cases: readonly QueryCase[] = [
  {
    dashboard: 'Hosts',
    panel: 'Network',
    legend: '{{node}} {{device}} in',
    given: ['eno1', 'bond0', 'br1', 'cilium_vxlan', 'lxc1234', 'cali1234', 'lo'].map(received),
    shows: ['eno1', 'bond0', 'br1', 'cilium_vxlan'].map((device) => ({
      labels: `{node="a",device="${device}"}`,
      value: 10,
    })),
  },
  {
    dashboard: 'Hosts',
    panel: 'Disks',
    legend: '{{node}} read',
    given: ['sda', 'nvme0n1', 'dm-0', 'md127', 'rbd0', 'drbd1000'].map(read),
    shows: [{ labels: '{node="a"}', value: 20 }],
  },
  {
    dashboard: 'VMs',
    panel: 'Waiting for a CPU',
    legend: '{{namespace}}/{{name}}',
    given: ['0', '1', '2'].map((id) =>
      vm('kubevirt_vmi_vcpu_delay_seconds_total', 'web', `,id="${id}"`, '0+30x10'),
    ),
    shows: [{ labels: '{namespace="cluster-shop",name="web"}', value: 0.5 }],
  },
  {
    dashboard: 'VMs',
    panel: 'Memory that the host gives',
    legend: '{{namespace}}/{{name}}',
    given: memory,
    shows: [
      { labels: '{namespace="cluster-shop",name="usual"}', value: 40 },
      { labels: '{namespace="cluster-shop",name="huge"}', value: 64 },
    ],
  },
  {
    dashboard: 'User clusters',
    panel: 'Memory that hosts give',
    legend: '{{namespace}}',
    given: memory,
    shows: [{ labels: '{namespace="cluster-shop"}', value: 104 }],
  },
  {
    dashboard: 'VMs',
    panel: 'Not running',
    legend: '',
    given: [
      vm('kubevirt_vm_info', 'moves', ',status="migrating",status_group="migrating"', '1x10'),
      vm('kubevirt_vm_info', 'runs', ',status="running",status_group="running"', '1x10'),
      vm('kubevirt_vm_info', 'rests', ',status="stopped",status_group="non_running"', '1x10'),
    ],
    shows: [{ labels: '{namespace="cluster-shop",name="rests",status="stopped"}', value: 1 }],
  },
  {
    dashboard: 'Platform',
    panel: 'Alerts',
    legend: '',
    given: [alert('a'), alert('b')],
    shows: ['a', 'b'].map((pool) => ({
      labels: `ALERTS{alertname="AddressPoolNearlyEmpty",alertstate="firing",pool="${pool}",severity="warning"}`,
      value: 1,
    })),
  },
  {
    dashboard: 'Platform',
    panel: 'Addresses in use',
    legend: '{{pool}} IPv6',
    given: [
      { series: 'metallb_allocator_ipv6_addresses_in_use_total{pool="a"}', values: '0x10' },
      { series: 'metallb_allocator_ipv6_addresses_total{pool="a"}', values: '0x10' },
    ],
    shows: [],
  },
];

/** Returns the query of a case, for all values of the variables. */
function queryOf({ dashboard, legend, panel }: QueryCase): string {
  const found = dashboards
    .filter(({ title }) => title === dashboard)
    .flatMap(({ panels }) => panels)
    // The numbers at the top have names of tables, too.
    .filter(({ kind, title }) => title === panel && kind !== 'stat')
    .flatMap(({ queries }) => queries)
    .find((query) => query.legend === legend);
  if (found === undefined) throw new Error(`${dashboard} has no curve ${panel} "${legend}"`);
  return found.expression.replaceAll(/\$\w+/g, '.*');
}

/** Returns a series with all labels that Prometheus stores. Alerts have labels of their own. */
const complete = ({ series, values }: TestSeries): TestSeries => ({
  series: series.startsWith('ALERTS{') ? series : completeSeries(series),
  values,
});

/**
 * Renders the cases for promtool.
 * @see https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/
 */
export function renderQueryTests(): object {
  return {
    evaluation_interval: '1m',
    tests: cases.map((one) => ({
      name: `${one.dashboard}: ${one.panel}`,
      interval: '1m',
      input_series: one.given.map(complete),
      promql_expr_test: [{ expr: queryOf(one), eval_time: '10m', exp_samples: one.shows }],
    })),
  };
}
