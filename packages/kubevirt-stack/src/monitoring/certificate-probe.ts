// SPDX-License-Identifier: Apache-2.0
import { apps, core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { restrictedContainer, restrictedPod } from './pod-security.ts';
import { probeModule, probePort } from './render-targets.ts';
import { metadataOf, selects } from './workload-labels.ts';

/** Arguments of {@link CertificateProbe}. */
export interface CertificateProbeArgs {
  readonly environment: string;
  readonly namespace: string;
  readonly image: string;
}

const workload = 'blackbox-exporter';
const port = 9115;

/** Certificates are looked at, not trusted: the operators sign theirs themselves. JSON is YAML. */
const recipes = JSON.stringify(
  {
    modules: {
      [probeModule]: {
        prober: 'tcp',
        timeout: '5s',
        tcp: {
          tls: true,
          tls_config: { insecure_skip_verify: true },
        },
      },
    },
  },
  undefined,
  2,
);

/**
 * Looks at the certificates that others serve with, from outside: neither Kubernetes nor KubeVirt nor
 * CDI exports when they expire.
 *
 * @see https://github.com/prometheus/blackbox_exporter
 */
export class CertificateProbe extends pulumi.ComponentResource {
  constructor(name: string, args: CertificateProbeArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:CertificateProbe', name, {}, options);
    const { environment, image, namespace } = args;
    const metadata = metadataOf(environment, workload, namespace);
    const configuration = new core.v1.ConfigMap(
      `${name}-recipes`,
      { metadata, data: { 'blackbox.yml': recipes } },
      { parent: this },
    );
    new apps.v1.Deployment(
      `${name}-exporter`,
      {
        metadata,
        spec: {
          replicas: 1,
          selector: { matchLabels: selects(workload) },
          template: {
            metadata: { labels: { ...metadata.labels, ...selects(workload) } },
            spec: renderPod(image),
          },
        },
      },
      { parent: this, dependsOn: configuration },
    );
    this.registerOutputs({});
  }
}

function renderPod(image: string) {
  return {
    automountServiceAccountToken: false,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    securityContext: restrictedPod(),
    containers: [
      {
        name: workload,
        image,
        args: ['--config.file=/etc/blackbox/blackbox.yml', `--web.listen-address=:${port}`],
        ports: [{ name: probePort, containerPort: port }],
        readinessProbe: { httpGet: { path: '/-/healthy', port: probePort } },
        resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '128Mi' } },
        securityContext: restrictedContainer,
        volumeMounts: [{ name: 'recipes', mountPath: '/etc/blackbox', readOnly: true }],
      },
    ],
    volumes: [{ name: 'recipes', configMap: { name: workload } }],
  };
}
