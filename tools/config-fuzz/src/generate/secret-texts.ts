// SPDX-License-Identifier: Apache-2.0

/**
 * Text that is in every generated secret and nowhere else. Output that contains it has leaked a
 * secret.
 */
export const canary = 'Kanarienvogel7f3e9c';

const kubeconfig = (server: string) =>
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token: canary } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });

/**
 * Texts that people put into secret fields, right and wrong. Each field gets those that fit its
 * schema.
 */
export const secretTexts: readonly string[] = [
  `route: { receiver: team }\nreceivers: [{ name: team, webhook_configs: [{ url: "https://${canary}@example.org" }] }]`,
  `http://user:${canary}@proxy.example.org:3128`,
  canary,
  `${canary} with "quotes", 'more', $HOME and \\`,
  `${canary}\nsecond line: {`,
  // Texts at which a parser stops, and then quotes the line.
  `route: [${canary}`,
  `{"token": "${canary}"`,
  `key: ${canary}\n\tkey: *unknown`,
  `http://user:${canary}@[::bad:3128`,
  `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`,
  `Größe ${canary} 😀`,
  kubeconfig('https://127.0.0.1:1'),
  kubeconfig(`not a server ${canary}`),
  `apiVersion: v1\nkind: Config\ncurrent-context: ${canary}\nusers: [{ name: ${canary} }]`,
];

/**
 * Returns the parts of the canary's base64 text that are the same whatever surrounds it, one for
 * each offset.
 */
function inBase64(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'.'.repeat(offset)}${text}`).toString('base64');
    // The first group depends on the text before, the last group on the text after.
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
}

const forms = [canary, ...inBase64(canary)];

/** Returns whether a text contains the canary, as plain text or in base64. */
export function givesAway(text: string): boolean {
  return forms.some((form) => text.includes(form));
}

/** Returns the text with every canary replaced by `[secret]`. */
export const hidden = (text: string) => text.replaceAll(canary, '[secret]');
