// SPDX-License-Identifier: Apache-2.0

/** In every generated secret, and nowhere else: what is found with it in it has given a secret away. */
export const canary = 'Kanarienvogel7f3e9c';

const kubeconfig = (server: string) =>
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token: canary } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });

/** What people put into secret fields, right and wrong: each field takes those that fit its schema. */
export const secretTexts: readonly string[] = [
  `route: { receiver: team }\nreceivers: [{ name: team, webhook_configs: [{ url: "https://${canary}@example.org" }] }]`,
  `http://user:${canary}@proxy.example.org:3128`,
  canary,
  `${canary} with "quotes", 'more', $HOME and \\`,
  `${canary}\nsecond line: {`,
  // Texts that a parser stops at, which then quotes the line.
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

/** The canary at any offset of a base64 text: what is the same whatever stands around it. */
function inBase64(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'.'.repeat(offset)}${text}`).toString('base64');
    // The first group mixes with what is before, the last with what comes after.
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
}

const forms = [canary, ...inBase64(canary)];

/** Whether a text contains the canary, as it is or in base64. */
export function givesAway(text: string): boolean {
  return forms.some((form) => text.includes(form));
}

/** The text with a word in the place of every canary. */
export const hidden = (text: string) => text.replaceAll(canary, '[secret]');
