// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { ApiClient } from '../api-client.ts';
import { connectionFromKubeconfig, inClusterConnection, type Connection } from '../credentials.ts';
import { Fatal } from '../fatal.ts';
import { parseFlags, type Flags } from '../flags.ts';
import { messageOf, type Log } from '../log.ts';
import type { Running } from '../stand-in-process.ts';
import { parseCloudConfig, type CloudConfig } from './cloud-config.ts';
import { EndpointController } from './endpoint-controller.ts';
import { flagTable } from './flag-table.ts';
import { securePort, serveHealth } from './health-server.ts';
import { Instances } from './instances.ts';
import { LeaderLease } from './leader-lease.ts';
import { NodeController } from './node-controller.ts';
import { ServiceController } from './service-controller.ts';

export interface CloudControllerOptions {
  readonly args: readonly string[];
  readonly log: Log;
  /** The pod's own cluster. @default as every pod finds it */
  readonly inCluster?: () => Connection;
  /** Called when the lease is lost. @default ends the process */
  readonly onLost?: (error: unknown) => void;
  /** @default 10258 */
  readonly healthPort?: number;
}

/**
 * Starts the cloud controller manager; it waits for its lease in the background.
 *
 * @throws Fatal for flags, a cloud-config or credentials that upstream would not start with.
 */
export async function runCloudController(options: CloudControllerOptions): Promise<Running> {
  const { args, log, inCluster = () => inClusterConnection() } = options;
  const flags = parseFlags(args, flagTable);
  const config = readConfig(flags);
  const connections = connect(flags, config, inCluster);
  const tenant = new ApiClient('tenant', connections.tenant, log);
  const infra = new ApiClient('infra', connections.infra, log);
  await lookUpAuthentication(flags, log, inCluster);

  const lease = flags.isOn('leader-elect') ? renderLease(flags, tenant, log) : undefined;
  let running: Running | undefined;
  const onLost =
    options.onLost ??
    ((error: unknown) => {
      log.error(messageOf(error));
      process.exit(1);
    });
  const start = async () => {
    if ((await lease?.acquire()) === false) return;
    running = startControllers({
      ...{ flags, config, tenant, infra, log },
      namespace: connections.namespace,
    });
    await lease?.keep();
  };
  start().catch(onLost);
  const health = serveHealth(options.healthPort ?? securePort, log);
  return {
    stop: () => {
      health.close();
      lease?.stop();
      running?.stop();
      tenant.close();
      infra.close();
    },
  };
}

function readConfig(flags: Flags): CloudConfig {
  const provider = flags.text('cloud-provider');
  if (provider !== 'kubevirt') throw initialization(`unknown cloud provider "${provider}"`);
  const file = flags.text('cloud-config');
  if (file === '') {
    throw initialization('No kubevirt cloud provider config file given');
  }
  try {
    return parseCloudConfig(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Fatal) throw error;
    throw initialization(`Couldn't open cloud provider configuration ${file}: ${messageOf(error)}`);
  }
}

interface Connections {
  readonly tenant: Connection;
  readonly infra: Connection;
  readonly namespace: string;
}

function connect(flags: Flags, config: CloudConfig, inCluster: () => Connection): Connections {
  const kubeconfig = flags.text('kubeconfig');
  try {
    const tenant = kubeconfig === '' ? inCluster() : connectionFromKubeconfig(kubeconfig);
    const infra =
      config.kubeconfig === '' ? inCluster() : connectionFromKubeconfig(config.kubeconfig);
    // In the cluster upstream knows no namespace but the file's, and fails at every request.
    const fromContext = config.kubeconfig === '' ? '' : (infra.namespace ?? 'default');
    const namespace = config.namespace === '' ? fromContext : config.namespace;
    if (namespace === '') throw new Error('cloud-config names no namespace');
    return { tenant, infra, namespace };
  } catch (error) {
    throw initialization(messageOf(error));
  }
}

/**
 * Without `--authentication-skip-lookup` upstream reads a ConfigMap of kube-system in the cluster
 * it runs in, and ends when it may not: the reason for that flag beside an infra cluster.
 */
async function lookUpAuthentication(
  flags: Flags,
  log: Log,
  inCluster: () => Connection,
): Promise<void> {
  if (flags.isOn('authentication-skip-lookup')) return;
  const kubeconfig = flags.text('authentication-kubeconfig');
  const path = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
  let client: ApiClient;
  try {
    const connection = kubeconfig === '' ? inCluster() : connectionFromKubeconfig(kubeconfig);
    client = new ApiClient('authentication', connection, log);
  } catch (error) {
    if (kubeconfig !== '') throw new Fatal(messageOf(error));
    log.warning('No authentication-kubeconfig provided in order to lookup client-ca-file');
    return;
  }
  try {
    await client.get(path);
  } catch (error) {
    const what = 'unable to load configmap based request-header-client-ca-file';
    if (flags.isOn('authentication-tolerate-lookup-failure')) log.warning(messageOf(error));
    else throw new Fatal(`${what}: ${messageOf(error)}`);
  } finally {
    client.close();
  }
}

function renderLease(flags: Flags, client: ApiClient, log: Log): LeaderLease {
  return new LeaderLease({
    client,
    namespace: flags.text('leader-elect-resource-namespace'),
    name: flags.text('leader-elect-resource-name'),
    leaseDuration: flags.milliseconds('leader-elect-lease-duration'),
    renewDeadline: flags.milliseconds('leader-elect-renew-deadline'),
    retryPeriod: flags.milliseconds('leader-elect-retry-period'),
    log,
  });
}

interface Controllers {
  readonly flags: Flags;
  readonly config: CloudConfig;
  readonly tenant: ApiClient;
  readonly infra: ApiClient;
  readonly namespace: string;
  readonly log: Log;
}

function startControllers(parts: Controllers): Running {
  const { flags, config, tenant, infra, namespace, log } = parts;
  const { enabled, zoneAndRegionEnabled } = config.instancesV2;
  const services = config.loadBalancer.enabled
    ? new ServiceController({
        ...{ tenant, infra, namespace, config, log },
        clusterName: flags.text('cluster-name'),
        workers: flags.number('concurrent-service-syncs'),
      }).start()
    : undefined;
  if (services === undefined) {
    log.error(
      'Failed to start service controller: the cloud provider does not support external load balancers',
    );
  }
  const endpoints =
    config.loadBalancer.enabled && config.loadBalancer.enableEPSController
      ? new EndpointController({ tenant, infra, namespace, log }).start()
      : undefined;
  const nodes = new NodeController({
    ...{ tenant, log, workers: flags.number('concurrent-node-syncs') },
    instances: enabled ? new Instances({ infra, namespace, zoneAndRegionEnabled, log }) : undefined,
    monitorPeriod: flags.milliseconds('node-monitor-period'),
    updatePeriod: flags.milliseconds('node-status-update-frequency'),
    onNodesChanged: () => {
      services?.nodesChanged().catch((error: unknown) => log.error(messageOf(error)));
    },
  }).start();
  return {
    stop: () => {
      services?.stop();
      endpoints?.stop();
      nodes.stop();
    },
  };
}

function initialization(what: string): Fatal {
  return new Fatal(`Cloud provider could not be initialized: ${what}`);
}
