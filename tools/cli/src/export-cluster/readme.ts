// SPDX-License-Identifier: Apache-2.0

/** Returns what people read first in the folder of an exported cluster. */
export function readme(stack: string): string {
  const [environment = '', cluster = ''] = stack.split('.');
  return `# The user cluster "${cluster}" of "${environment}", without Strata

**Everything in this folder is secret.** It holds the private keys of the cluster. Git ignores it (\`.gitignore\`).

- \`infra.yaml\`: the objects on the infra cluster: namespace, isolation, VMs, pools, cloud controller.
- \`inside.yaml\`: what Strata has installed inside the cluster.
- \`keys/\`: authorities, certificates, the key of ServiceAccount tokens and those of Secrets in etcd.
- \`kubeconfig\`: of an administrator, until its certificate ends.

Nothing changes by this export. Both files are what the clusters have now, in the order in which they can be applied:

\`\`\`sh
kubectl --kubeconfig INFRA diff --server-side --force-conflicts -f infra.yaml
kubectl --kubeconfig kubeconfig diff --server-side --force-conflicts -f inside.yaml
\`\`\`

To go on without Strata, in this order. No object is deleted:

1. Switch deployments of "${environment}" off, for example by \`byHand\` in stacks/rings.yaml: with the file in Git and no state, the next deployment would make the cluster anew.
2. Have Pulumi forget the cluster:

   \`\`\`sh
   pulumi -C packages/user-cluster stack rm --force ${stack}
   \`\`\`

3. Merge the removal of stacks/user-cluster/Pulumi.${stack}.yaml. Before the second step, previews refuse it and advise to destroy the cluster: do not.
4. Switch deployments on again.

From then on these are yours:

- VMs are not replaced by themselves: the pools leave that to Strata (\`updateStrategy: unmanaged\`). Drain a node, delete its VM, and its pool makes another one from \`infra.yaml\`.
- Certificates and tokens end, and nobody renews them: \`openssl x509 -enddate -noout -in keys/FILE.crt\`.
- A new node needs a bootstrap token (\`kubeadm token create\`), in the Secret with the start-up data of its pool.
`;
}
