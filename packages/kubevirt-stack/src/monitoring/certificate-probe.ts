// SPDX-License-Identifier: Apache-2.0
import { apps, core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { exporterDeployment } from './exporter-deployment.ts';
import { restrictedContainer, restrictedPod } from './pod-security.ts';
import { probeModules, probePort } from './render-targets.ts';
import { metadataOf } from './workload-labels.ts';

/** Arguments of {@link CertificateProbe}. */
export interface CertificateProbeArgs {
  readonly environment: string;
  readonly namespace: string;
  readonly image: string;
}

const workload = 'blackbox-exporter';
const port = 9115;

/**
 * The CA of the API server, which Kubernetes puts into every namespace.
 * @see
 * https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#kube-root-ca-configmap
 */
const authority = { name: 'authority', mountPath: '/etc/kubernetes-authority', readOnly: true };

const byTls = (config: Readonly<Record<string, unknown>>) => ({
  prober: 'tcp',
  timeout: '5s',
  tcp: { tls: true, tls_config: config },
});

/** The exporter's configuration. It reads YAML, which JSON is part of. */
const recipes = JSON.stringify(
  {
    modules: {
      // Read without being verified: operators sign their certificates themselves.
      [probeModules.certificate]: byTls({ insecure_skip_verify: true }),
      // The exporter reports when a CA ends only for a chain that it has verified.
      [probeModules.chain]: byTls({ ca_file: `${authority.mountPath}/ca.crt` }),
    },
  },
  undefined,
  2,
);

/**
 * Measures from outside when the serving certificates of others expire: neither Kubernetes nor
 * KubeVirt nor CDI exports that. For the API server it also measures the CA that signed its
 * certificate.
 *
 * @see https://github.com/prometheus/blackbox_exporter
 */
export class CertificateProbe extends pulumi.ComponentResource {
  constructor(name: string, args: CertificateProbeArgs, own?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:CertificateProbe', name, {}, own);
    const { environment, image, namespace } = args;
    const metadata = metadataOf(environment, workload, namespace);
    const configuration = new core.v1.ConfigMap(
      `${name}-recipes`,
      { metadata, data: { 'blackbox.yml': recipes } },
      { parent: this },
    );
    const deployment = exporterDeployment(args, workload, renderPod(image));
    const options = { parent: this, dependsOn: configuration };
    new apps.v1.Deployment(`${name}-exporter`, deployment, options);
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
        volumeMounts: [{ name: 'recipes', mountPath: '/etc/blackbox', readOnly: true }, authority],
      },
    ],
    volumes: [
      { name: 'recipes', configMap: { name: workload } },
      { name: authority.name, configMap: { name: 'kube-root-ca.crt' } },
    ],
  };
}
