// SPDX-License-Identifier: Apache-2.0
// A Pulumi program as the tutorials have it: one resource an object, the providers' defaults, run by
// ts-node, which checks its types unless it still has its output. The bench copies it beside the
// objects.
import * as fs from 'fs';
import * as k8s from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';

interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
}

type Constructor = new (
  name: string,
  args: KubeObject,
  options: pulumi.CustomResourceOptions,
) => pulumi.CustomResource;

/** The SDK's class of a kind: `rbac.authorization.k8s.io/v1` `Role` is `k8s.rbac.v1.Role`. */
function classOf({ apiVersion, kind }: KubeObject): Constructor {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  type Kinds = Record<string, Constructor | undefined>;
  const groups = k8s as unknown as Record<string, Record<string, Kinds | undefined> | undefined>;
  const found = groups[group.split('.')[0]]?.[version]?.[kind];
  return found ?? k8s.apiextensions.CustomResource;
}

const isFirst = ({ kind }: KubeObject) =>
  kind === 'Namespace' || kind === 'CustomResourceDefinition';

const config = new pulumi.Config();

for (const cluster of ['infra', 'tenant']) {
  const kubeconfigFile = config.get(`${cluster}Kubeconfig`);
  if (kubeconfigFile === undefined) continue;
  const kubeconfig = fs.readFileSync(kubeconfigFile, 'utf8');
  const provider = new k8s.Provider(cluster, { kubeconfig });
  const file = `${config.require('set')}-${cluster}.json`;
  const objects = JSON.parse(fs.readFileSync(file, 'utf8')) as KubeObject[];
  const make = (object: KubeObject, dependsOn: pulumi.Resource[]) => {
    const { name, namespace = '' } = object.metadata;
    const id = `${cluster}/${object.kind}/${namespace}/${name}`;
    return new (classOf(object))(id, object, { provider, dependsOn });
  };
  const first = objects.filter(isFirst).map((object) => make(object, []));
  const accounts = new Map<string, pulumi.Resource>();
  for (const object of objects.filter(({ kind }) => kind === 'ServiceAccount')) {
    const { name, namespace = '' } = object.metadata;
    accounts.set(`${namespace}/${name}`, make(object, first));
  }
  for (const object of objects) {
    if (isFirst(object) || object.kind === 'ServiceAccount') continue;
    const { annotations = {}, namespace = '' } = object.metadata;
    // Kubernetes deletes a Secret for tokens of an account that it does not have.
    const account = accounts.get(
      `${namespace}/${annotations['kubernetes.io/service-account.name']}`,
    );
    make(object, account === undefined ? first : [...first, account]);
  }
}
