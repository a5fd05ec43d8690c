// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../api-client.ts';
import { connectionFromKubeconfig, inClusterConnection, type Connection } from '../credentials.ts';
import { exitCodes, Fatal } from '../fatal.ts';
import { parseFlags, type Flags } from '../flags.ts';
import { messageOf, type Log } from '../log.ts';
import type { Running } from '../stand-in-process.ts';
import { Attacher } from './attacher.ts';
import { parseEnforcement } from './enforcement.ts';
import { flagTable } from './flag-table.ts';
import { healthPort, serveHealth } from './health-server.ts';
import { InfraStorage } from './infra-storage.ts';
import { Provisioner } from './provisioner.ts';
import { InfraSnapshots } from './infra-snapshots.ts';
import { Publishing } from './publishing.ts';
import { Resizer } from './resizer.ts';
import { maySnapshot, Snapshotter } from './snapshotter.ts';
import { TenantStorage } from './tenant-storage.ts';

/** When a tenant that did not answer is asked again, in milliseconds. */
const askAgainAfter = 2_000;

export interface CsiControllerOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** The pod's own cluster. @default as every pod finds it */
  readonly inCluster?: () => Connection;
  /** @default the livenessprobe's, 10301 */
  readonly healthPort?: number;
}

/**
 * Starts the driver's controller with what its sidecars do.
 *
 * @throws Fatal for flags, an environment or credentials that upstream would not start with.
 */
export function runCsiController(options: CsiControllerOptions): Running {
  const { args, env, log, inCluster = () => inClusterConnection() } = options;
  const flags = parseFlags(args, flagTable, 'go');
  const labels = checkFlags(flags);
  const enforcement = parseEnforcement(env.INFRA_STORAGE_CLASS_ENFORCEMENT ?? '');
  const connections = connect(flags, inCluster);
  const tenant = new ApiClient('tenant', connections.tenant, log);
  const infra = new ApiClient('infra', connections.infra, log);

  const driver = new InfraStorage({
    ...{ infra, labels, enforcement, log },
    namespace: flags.text('infra-cluster-namespace'),
    volumePrefix: flags.text('volume-prefix'),
  });
  const storage = new TenantStorage(tenant, log);
  const sidecars: readonly Running[] = [
    new Provisioner(storage, driver, log),
    new Attacher(storage, new Publishing(driver), log),
    new Resizer(storage, driver, log),
  ];
  const snapshotter = new Snapshotter(tenant, new InfraSnapshots(driver, tenant), log);
  const stopping = new AbortController();
  void startSnapshotter(snapshotter, tenant, stopping.signal, log);
  storage.start();
  const health = serveHealth(infra, options.healthPort ?? healthPort, log);
  return {
    stop: () => {
      health.close();
      storage.stop();
      stopping.abort();
      snapshotter.stop();
      for (const sidecar of sidecars) sidecar.stop();
      tenant.close();
      infra.close();
    },
  };
}

/** The tenant's API may be down when the pod starts. */
async function startSnapshotter(
  snapshotter: Snapshotter,
  tenant: ApiClient,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await maySnapshot(tenant)) snapshotter.start();
      return;
    } catch (error) {
      log.warning(`cannot ask the tenant cluster for rights: ${messageOf(error)}, trying again`);
      await sleep(askAgainAfter, undefined, { signal }).catch(() => undefined);
    }
  }
}

function checkFlags(flags: Flags): Readonly<Record<string, string>> {
  if (flags.text('infra-cluster-labels') === '' && !flags.isOn('run-node-service')) {
    throw new Fatal('infra-cluster-labels must be set', exitCodes.fatal);
  }
  if (flags.text('volume-prefix') === '') {
    throw new Fatal('volume-prefix must be set', exitCodes.fatal);
  }
  if (!flags.isOn('run-controller-service') || flags.isOn('run-node-service')) {
    throw new Fatal(
      "the sandbox's stand-in plays the controller service only: " +
        '--run-controller-service=true --run-node-service=false',
    );
  }
  return parseLabels(flags.text('infra-cluster-labels'));
}

function parseLabels(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=');
    if (at >= 0) return [pair.slice(0, at), pair.slice(at + 1)] as const;
    throw new Fatal(
      "panic: Bad labels format. Should be 'key=value,key=value,...'",
      exitCodes.usage,
    );
  });
  return Object.fromEntries(pairs);
}

interface Connections {
  readonly tenant: Connection;
  readonly infra: Connection;
}

/** Upstream wants the pod's own cluster even when it uses neither side of it. */
function connect(flags: Flags, inCluster: () => Connection): Connections {
  const own = attempt('Failed to build in cluster config', inCluster);
  const side = (name: string) => {
    const file = flags.text(`${name}-cluster-kubeconfig`);
    if (file === '') return own;
    return attempt(`failed to build ${name} cluster config`, () => connectionFromKubeconfig(file));
  };
  return { tenant: side('tenant'), infra: side('infra') };
}

function attempt<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Fatal(`${what}: ${messageOf(error)}`, exitCodes.fatal);
  }
}
