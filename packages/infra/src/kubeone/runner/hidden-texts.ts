// SPDX-License-Identifier: Apache-2.0
import { loadYaml } from '@kubernetes/client-node/dist/yaml.js';

/** Shorter texts also occur in other words: they are hidden only between quotes. */
const leastLength = 6;

interface RegistriesAuth {
  readonly registries?: Readonly<
    Record<string, { readonly auth?: { readonly password?: string } }>
  >;
}

/** Returns the passwords in a credentials file of KubeOne. */
function passwordsIn(credentials: string): string[] {
  const { registriesAuth = '{}', ...keys } =
    loadYaml<Readonly<Record<string, string>>>(credentials);
  const { registries = {} } = loadYaml<RegistriesAuth>(registriesAuth);
  return [
    ...Object.values(keys),
    ...Object.values(registries).flatMap(({ auth }) => auth?.password ?? []),
  ];
}

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Returns the forms in which KubeOne prints a text: as it is; as in containerd's configuration, which is a part of the
 * script that it prints when a step fails; and as in its log where there is no terminal.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/fail/errors.go `SSHError`
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/scripts/render.go
 */
function formsOf(text: string): string[] {
  const inScript = escaped(text);
  const inLog = escaped(inScript);
  if (text.length >= leastLength) return [text, inScript, inLog];
  return [`"${inScript}"`, `\\"${inLog}\\"`];
}

/** Returns the texts that must not be printed. */
export function hiddenTexts({
  credentials,
  resticPassword,
}: {
  readonly credentials?: string | undefined;
  readonly resticPassword?: string | undefined;
}): string[] {
  const passwords = [
    ...(credentials === undefined ? [] : passwordsIn(credentials)),
    ...(resticPassword === undefined ? [] : [resticPassword]),
  ];
  return [...new Set(passwords.filter((text) => text !== '').flatMap(formsOf))];
}

const inQuotes = /^(\\?")[^]*\1$/;

/** Returns a line without these texts, the longest first. */
export function hide(line: string, texts: readonly string[]): string {
  return [...texts]
    .sort((one, other) => other.length - one.length)
    .reduce((kept, text) => {
      const [, quote = ''] = inQuotes.exec(text) ?? [];
      return kept.replaceAll(text, `${quote}[secret]${quote}`);
    }, line);
}
