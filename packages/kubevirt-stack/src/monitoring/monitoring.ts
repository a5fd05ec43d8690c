// SPDX-License-Identifier: Apache-2.0
import { networking } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import type { Storage } from '@strata/contracts';
import type { MonitoringConfig } from '../config/index.ts';
import { Alertmanager } from './alertmanager.ts';
import type { BgpRouter } from './alerts/alert.ts';
import { enabledGroups } from './alerts/all-alerts.ts';
import { renderRules } from './alerts/render-rules.ts';
import { CertificateProbe } from './certificate-probe.ts';
import { Grafana } from './grafana.ts';
import { createHostMetrics } from './host-metrics.ts';
import type { MonitoringImages } from './monitoring-images.ts';
import { createObjectMetrics } from './object-metrics.ts';
import { Prometheus } from './prometheus.ts';
import type { ProbedTarget } from './render-targets.ts';
import { renderMonitoringWalls } from './render-walls.ts';
import { createScrapeTargets } from './scrape-targets.ts';
import { metadataOf } from './workload-labels.ts';

/** Arguments of {@link Monitoring}. */
export interface MonitoringArgs {
  readonly environment: string;
  /** Namespace of prometheus-operator. */
  readonly namespace: string;
  /** ServiceAccount in that namespace to which KubeVirt and CDI grant access. */
  readonly account: string;
  readonly config: MonitoringConfig;
  /**
   * Storage of VM disks; used for measurements, too, unless the configuration names another class.
   */
  readonly storage: Storage;
  /** Namespaces of the watched components. */
  readonly namespaces: {
    readonly kubevirt: string;
    readonly cdi: string;
    readonly metallb: string;
  };
  /** Routers of MetalLB's BGP. @default [] */
  readonly peers?: readonly BgpRouter[];
  readonly images: MonitoringImages;
  /**
   * The operator, the account and the namespaces of the watched components. Only the namespace of
   * the host exporter is made before these.
   *
   * @default []
   */
  readonly needs?: readonly pulumi.Resource[];
  /**
   * Resources that Prometheus waits for; the rest does not. Before KubeVirt grants access to
   * Prometheus, its requests would only be refused and retried at longer and longer intervals.
   *
   * @default []
   */
  readonly watched?: readonly pulumi.Resource[];
}

/** The namespace and URLs of monitoring, for other components and stacks. */
export interface MonitoringFacts {
  readonly namespace: string;
  /** URL of Prometheus inside the infra cluster. */
  readonly prometheus: string;
  /** URL of Grafana inside the infra cluster; undefined if Grafana is off. */
  readonly grafana: string | undefined;
}

/** Monitoring of hosts, platform, VMs and user clusters: measurements, alerts, dashboards. */
export class Monitoring extends pulumi.ComponentResource {
  readonly facts: MonitoringFacts;
  /** Options of every resource that needs the operator. */
  readonly #options: { readonly parent: pulumi.Resource; readonly dependsOn: pulumi.Resource[] };

  constructor(name: string, args: MonitoringArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:Monitoring', name, {}, options);
    const { config, images, namespace, needs = [] } = args;
    this.#options = { parent: this, dependsOn: [...needs] };
    this.#createWalls(name, args);
    const hosts = this.#createExporters(name, args);
    if (config.alertmanager !== undefined) {
      new Alertmanager(
        `${name}-alertmanager`,
        { ...args, config: config.alertmanager, image: images.alertmanager },
        this.#options,
      );
    }
    const prometheus = this.#createPrometheus(name, args, hosts);
    const grafana =
      config.grafana === undefined
        ? undefined
        : new Grafana(
            `${name}-grafana`,
            {
              ...args,
              config: config.grafana,
              image: images.grafana,
              prometheus: prometheus.url,
            },
            this.#options,
          );
    this.facts = { namespace, prometheus: prometheus.url, grafana: grafana?.url };
    this.registerOutputs({ facts: this.facts });
  }

  #createWalls(name: string, { config, environment, namespace }: MonitoringArgs): void {
    new networking.v1.NetworkPolicy(
      `${name}-walls`,
      {
        metadata: metadataOf(environment, 'monitoring', namespace),
        spec: renderMonitoringWalls(namespace, config.grafana?.allowFrom ?? []),
      },
      this.#options,
    );
  }

  #createExporters(name: string, args: MonitoringArgs): pulumi.Resource {
    const { config, environment, images, namespace } = args;
    createObjectMetrics(
      `${name}-objects`,
      { environment, namespace, image: images['kube-state-metrics'] },
      this,
    );
    if (config.certificates) {
      new CertificateProbe(
        `${name}-certificates`,
        { environment, namespace, image: images['blackbox-exporter'] },
        this.#options,
      );
    }
    return createHostMetrics(
      `${name}-hosts`,
      {
        environment,
        namespace: hostsNamespace(namespace),
        image: images['node-exporter'],
      },
      this,
    );
  }

  #createPrometheus(name: string, args: MonitoringArgs, hosts: pulumi.Resource): Prometheus {
    const { account, config, environment, images, namespace, namespaces } = args;
    const { needs = [], peers = [], watched = [] } = args;
    createScrapeTargets(
      `${name}-targets`,
      {
        environment,
        namespace,
        hostsNamespace: hostsNamespace(namespace),
        metallbNamespace: namespaces.metallb,
        kubelets: config.kubelets,
        probed: config.certificates ? probedTargets(namespaces) : [],
      },
      this.#options,
    );
    const context = {
      thresholds: config.alerts,
      namespaces: { monitoring: namespace, hosts: hostsNamespace(namespace), ...namespaces },
      peers,
    };
    return new Prometheus(
      `${name}-prometheus`,
      {
        environment,
        account,
        namespace,
        watched: [namespaces.kubevirt, namespaces.cdi],
        discovers: [
          namespace,
          hostsNamespace(namespace),
          namespaces.metallb,
          ...(config.kubelets ? ['kube-system'] : []),
        ],
        config,
        storageClassName: args.storage.className,
        rules: renderRules(enabledGroups({ ...config, bgp: peers.length > 0 }), context),
        image: images.prometheus,
      },
      { parent: this, dependsOn: [...needs, ...watched, hosts] },
    );
  }
}

function hostsNamespace(namespace: string): string {
  return `${namespace}-hosts`;
}

/**
 * Returns the servers whose expired certificate would break the API server or every webhook call.
 */
function probedTargets({ cdi, kubevirt, metallb }: MonitoringArgs['namespaces']): ProbedTarget[] {
  const signedByThemselves = [
    `virt-api.${kubevirt}.svc:443`,
    `cdi-api.${cdi}.svc:443`,
    `metallb-webhook-service.${metallb}.svc:443`,
  ];
  return [
    { address: 'kubernetes.default.svc:443', module: 'chain' },
    ...signedByThemselves.map((address) => ({ address, module: 'certificate' as const })),
  ];
}
