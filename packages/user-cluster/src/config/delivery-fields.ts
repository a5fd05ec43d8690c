// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import {
  field,
  secretField,
  serverUrl,
  text,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { authoritiesField } from './authorities-field.ts';
import { servers } from './isolation-fields.ts';

/** A Git repository by HTTPS or SSH. A password in it would stand in the plan. */
const repositoryUrl = serverUrl(
  /^(https:\/\/|ssh:\/\/[a-z0-9._-]+@)[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?\/[\w.~%/+-]+$/i,
  'a URL such as "https://git.example.org/shop/cluster.git" or "ssh://git@git.example.org/shop/cluster.git", with no password in it',
);

const gitName = (expected: string) =>
  field(z.string().regex(/^[A-Za-z0-9_]([A-Za-z0-9_./+-]*[A-Za-z0-9_+-])?$/), expected);

const refWords = 'a mapping with branch, tag or semver';

/** The commit that is delivered: the newest of a branch, that of a tag, or that of the newest version. */
const ref = field(
  z
    .strictObject({
      branch: gitName('the name of a branch, such as "main"').optional(),
      tag: gitName('the name of a tag, such as "v1.2.0"').optional(),
      /** A range of versions; the tag with the newest of them counts. */
      semver: field(
        z.string().regex(/^[\dvx*~^<>=][\w.*~^<>=|, +-]*$/),
        'a range of versions, such as ">=1.0.0 <2.0.0"',
      ).optional(),
    })
    .superRefine(({ branch, semver, tag }, issues) => {
      const given = [branch, tag, semver].filter((one) => one !== undefined);
      if (given.length !== 1) issues.addIssue('needs exactly one of branch, tag and semver');
    }),
  refWords,
);

const privateKeyPattern =
  /^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z0-9+/=\n]+\n-----END [A-Z ]*PRIVATE KEY-----\s*$/;

/** Lines of a file known_hosts: names, the type of a key, the key and perhaps a comment. */
const knownHostsPattern =
  /^(\S+ [a-z][\w@.-]+ [A-Za-z0-9+/=]+( [^\n]*)?)(\n\S+ [a-z][\w@.-]+ [A-Za-z0-9+/=]+( [^\n]*)?)*\n*$/;

/** Credentials for the repository: those of HTTPS, or those of SSH. */
const credentials = field(
  z.strictObject({
    /** For HTTPS. Git servers that take tokens mostly ignore it. @default git */
    username: text('the name of a user').optional(),
    /** For HTTPS: a password or an access token. Encrypted. */
    password: secretField(
      z.string().regex(/^[\x21-\x7e]+$/),
      'a password or token without spaces',
    ).optional(),
    /** For SSH: a private key without a passphrase, in PEM. Encrypted. */
    privateKey: secretField(
      z.string().regex(privateKeyPattern),
      'a private key in PEM, as ssh-keygen writes it',
    ).optional(),
    /** For SSH: the keys of the server, as `ssh-keyscan` prints them, compared with what its owner publishes. */
    knownHosts: field(
      z.string().regex(knownHostsPattern),
      'lines of known_hosts, such as "git.example.org ssh-ed25519 AAAA..."',
    ).optional(),
  }),
  'a mapping with username and password, or with privateKey and knownHosts',
);

interface Repository {
  readonly url: string;
  readonly credentials?: z.output<typeof credentials> | undefined;
  readonly certificateAuthority?: string | undefined;
}

interface Issue {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** Keys of `credentials` that go with a scheme, and those of them that it cannot do without. */
const schemes = {
  https: { keys: ['username', 'password'], needed: ['password'] },
  ssh: { keys: ['privateKey', 'knownHosts'], needed: ['privateKey', 'knownHosts'] },
} as const;

const credentialKeys = [...schemes.https.keys, ...schemes.ssh.keys];

/** Returns the problems of credentials that do not fit the scheme of the URL. */
function schemeIssues({ certificateAuthority, credentials: given, url }: Repository): Issue[] {
  const scheme = url.startsWith('ssh:') ? 'ssh' : 'https';
  const { keys, needed } = schemes[scheme];
  const isPublic = scheme === 'https' && given === undefined;
  const own: readonly string[] = keys;
  const missing = isPublic ? [] : needed.filter((key) => given?.[key] === undefined);
  const useless = credentialKeys.filter((key) => given?.[key] !== undefined && !own.includes(key));
  return [
    ...missing.map((key) => ({
      path: ['credentials', key],
      message: `missing; credentials for ${scheme}:// are ${keys.join(' and ')}`,
    })),
    ...useless.map((key) => ({
      path: ['credentials', key],
      message: `has no effect with ${scheme}://; credentials for it are ${keys.join(' and ')}`,
    })),
    ...(scheme === 'ssh' && certificateAuthority !== undefined
      ? [
          {
            path: ['certificateAuthority'],
            message: 'has no effect with ssh://; credentials.knownHosts says which server it is',
          },
        ]
      : []),
  ];
}

/**
 * A Git repository that Flux delivers into the cluster. Whoever may write in it administers the cluster.
 *
 * @see docs/decisions/0045-flux-delivers-into-clusters.md
 */
const flux = field(
  z
    .strictObject({
      /** The repository, by https:// or ssh://. */
      url: repositoryUrl,
      ref,
      /** Folder in the repository with manifests or a kustomization.yaml. @default the whole repository */
      path: field(
        z.string().regex(/^(\.\/?|(\.\/)?\.?[\w-][\w.-]*(\/\.?[\w-][\w.-]*)*\/?)$/),
        'a folder of the repository, such as "./clusters/shop"',
      ).default('./'),
      /** How often the repository is asked for a new commit. */
      intervalSeconds: wholeNumber(30).default(60),
      /** Whether objects that are no longer in the folder are deleted from the cluster. */
      prune: trueOrFalse().default(true),
      /** @default none, for a public repository */
      credentials: credentials.optional(),
      /**
       * Certificates of the authorities of the server, in PEM.
       * @default the public authorities that Flux's image knows
       */
      certificateAuthority: authoritiesField().optional(),
      /**
       * Addresses of the server. A server at private addresses must be listed here: nothing private is
       * reachable otherwise.
       *
       * @default the internet, as for `isolation.registries`
       */
      addresses: servers(),
    })
    .superRefine((given, issues) => {
      for (const one of schemeIssues(given)) issues.addIssue({ code: 'custom', ...one });
    }),
  'a mapping with url and ref',
);

/** A Git repository that Flux delivers into the cluster. */
export type FluxConfig = z.output<typeof flux>;

/**
 * Delivery of a team's own objects into its cluster. Turning it on or off replaces no machine; what was
 * delivered stays when it is turned off.
 *
 * @example
 * delivery:
 *   flux:
 *     url: https://git.example.org/shop/cluster.git
 *     ref:
 *       branch: main
 *     path: ./clusters/shop
 */
export const delivery = field(
  z.strictObject({ flux: flux.optional() }),
  'a mapping with flux',
).prefault({});
