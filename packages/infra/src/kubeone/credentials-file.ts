// SPDX-License-Identifier: Apache-2.0
import { dumpYaml } from '@kubernetes/client-node/dist/yaml.js';
import type { KubeoneConfig } from '../config/index.ts';

/** Renders the logins of registries; KubeOne merges them into the registries of the manifest. */
function registriesAuth(kubeone: KubeoneConfig): string | undefined {
  const registries = Object.entries(kubeone.containerd.registries).flatMap(
    ([name, { username, password }]) =>
      username === undefined || password === undefined
        ? []
        : [[name, { auth: { username, password } }] as const],
  );
  if (registries.length === 0) return undefined;
  return dumpYaml({
    apiVersion: `kubeone.k8c.io/${kubeone.apiVersion}`,
    kind: 'ContainerRuntimeContainerd',
    registries: Object.fromEntries(registries),
  });
}

/**
 * Renders the file that KubeOne reads with `--credentials`; a secret.
 *
 * @returns undefined when the configuration has no credentials.
 * @see https://docs.kubermatic.com/kubeone/v1.14/guides/credentials/
 */
export function credentialsFile(kubeone: KubeoneConfig): string | undefined {
  const auth = registriesAuth(kubeone);
  const { backups } = kubeone;
  if (auth === undefined && backups === undefined) return undefined;
  return dumpYaml({
    ...(backups !== undefined && {
      AWS_ACCESS_KEY_ID: backups.accessKeyId,
      AWS_SECRET_ACCESS_KEY: backups.secretAccessKey,
    }),
    ...(auth !== undefined && { registriesAuth: auth }),
  });
}
