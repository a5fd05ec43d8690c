// SPDX-License-Identifier: Apache-2.0
// Alerts and dashboards are tested with series whose labels a table gives. Here it is compared with what
// the programs serve that are real in the sandbox, and with what Prometheus stores of it.
import { metricLabels, storedLabels } from '@strata/kubevirt-stack/alerts';
import type { RackSession } from '@strata/sandbox';
import { setTimeout as sleep } from 'node:timers/promises';
import { apply } from './apply.ts';
import { askPrometheus } from './ask-prometheus.ts';
import { eventually, kubectl, openSession } from './environment.ts';
import { createNamespaces } from './packets/silent-pods.ts';
import { realPrograms, servedLabels, servedTexts, storedNow } from './scrapes/served-labels.ts';
import { smallMachine } from './small-machine.ts';

let session: RackSession;

/** Metrics of real programs that may have no series: no migration fails here. */
const silent = ['kubevirt_vmi_migration_failed'];

const namespace = 'measured';

/** Objects that have series which a platform without any work does not have. */
const vmi = smallMachine('measured', namespace);
const migration = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachineInstanceMigration',
  metadata: { name: 'measured', namespace },
  spec: { vmiName: 'measured' },
};
const cronJob = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'measured', namespace },
  spec: {
    schedule: '* * * * *',
    jobTemplate: {
      spec: {
        template: {
          spec: {
            restartPolicy: 'Never',
            // No program of the sandbox: such Jobs are done after a second.
            containers: [{ name: 'done', image: 'docker.io/library/busybox:1.37' }],
          },
        },
      },
    },
  },
};

beforeAll(async () => {
  session = await openSession();
  await createNamespaces(session, [namespace]);
  await apply(session, [vmi, cronJob]);
  const wait = (object: string, condition: string) =>
    kubectl(session, ['wait', object, '-n', namespace, `--for=${condition}`, '--timeout=180s']);
  await wait('vmi/measured', 'jsonpath={.status.phase}=Running');
  await apply(session, [migration]);
  await wait('vmim/measured', 'jsonpath={.status.phase}=Succeeded');
  await wait('cronjob/measured', 'jsonpath={.status.lastSuccessfulTime}');
}, 600_000);

afterAll(async () => {
  await kubectl(session, ['delete', 'namespace', namespace]);
});

const isReal = ({ program }: { readonly program: string }) =>
  realPrograms.some((one) => one === program);
const real = metricLabels.filter(isReal);
const played = metricLabels.filter((one) => !isReal(one));

const namesOf = (programs: typeof metricLabels) =>
  programs.flatMap(({ metrics }) => Object.keys(metrics));

/** The labels that only one of two lists has, each with the name of the list. */
function differences(
  metric: string,
  [first, one]: readonly [string, readonly string[]],
  [second, other]: readonly [string, readonly string[]],
): string[] {
  const missing = (from: readonly string[], name: string, list: readonly string[]) =>
    list
      .filter((label) => !from.includes(label))
      .map((label) => `${metric}: ${label} only in ${name}`);
  return [...missing(other, first, one), ...missing(one, second, other)];
}

/** Compares all metrics of real programs: labels that differ, and metrics without a series. */
async function compare(): Promise<{ readonly wrong: string[]; readonly mute: string[] }> {
  const wrong: string[] = [];
  const mute: string[] = [];
  const stored = await storedNow(session, namesOf(real));
  const texts = await servedTexts(session);
  expect([...texts.keys()].sort()).toEqual([...realPrograms].sort());
  for (const { exporter, metrics, program } of real) {
    for (const [metric, known] of Object.entries(metrics)) {
      const served = servedLabels(texts.get(program) ?? '', metric);
      if (served === undefined) {
        if (!silent.includes(metric)) mute.push(metric);
        continue;
      }
      wrong.push(...differences(metric, ['the table', known], ['its series', [...served.keys()]]));
      // Prometheus drops labels without a value.
      const kept = known.filter((label) => served.get(label) !== false);
      const found = [...(stored.get(metric) ?? [])];
      const expected = storedLabels(exporter, kept);
      wrong.push(...differences(metric, ['the table', expected], ['Prometheus', found]));
    }
  }
  return { wrong, mute };
}

// Proves: monitoring.alerts, monitoring.dashboards
test('the labels of series are those that alerts and dashboards are tested with', async () => {
  let found = await compare();
  // A series may be younger than the last scrape.
  for (let again = 0; again < 6 && found.wrong.length + found.mute.length > 0; again += 1) {
    await sleep(15_000);
    found = await compare();
  }
  expect(found).toEqual({ wrong: [], mute: [] });
});

// Proves: monitoring.alerts, infra-cluster.hosts-without-virtualization
test('the alert of a host that has lost /dev/kvm is pending, until its ten minutes are over', async () => {
  const host = 'metal-2';
  // As the kubelet does once KubeVirt's device plugin calls its devices unhealthy: the capacity stays.
  // https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/device-manager/generic_device.go `healthCheck`
  const offer = async (devices: string) => {
    const patch = { status: { allocatable: { 'devices.kubevirt.io/kvm': devices } } };
    const node = ['patch', 'node', host, '--subresource=status', '--type=merge'];
    await kubectl(session, [...node, '-p', JSON.stringify(patch)]);
  };
  interface Alerts {
    readonly alerts: readonly {
      readonly labels: Readonly<Record<string, string>>;
      readonly state: string;
    }[];
  }
  const pending = async () =>
    (await askPrometheus<Alerts>(session, 'alerts')).alerts
      .filter(({ labels }) => labels.alertname === 'HostCannotRunMachines')
      .map(({ labels, state }) => `${labels.node ?? ''} is ${state}`);
  expect(await pending()).toEqual([]);
  // The played virt-handler offers the devices again each minute.
  const look = async () => {
    await offer('0');
    return (await pending()).join() === `${host} is pending`;
  };
  try {
    await eventually('Prometheus has the alert', look, 240);
  } finally {
    await offer('1k');
  }
}, 300_000);

test('programs that are played serve none of the series', async () => {
  expect([...(await storedNow(session, namesOf(played))).keys()]).toEqual([]);
});
