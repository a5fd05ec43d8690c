// SPDX-License-Identifier: Apache-2.0
import {
  dottedName,
  field,
  secretField,
  serverUrl,
  text,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { authoritiesField } from './authorities-field.ts';
import { servers } from './isolation-fields.ts';

/** Credentials of the S3 server: both values here, or a Secret with both. */
const credentials = field(
  z
    .strictObject({
      accessKeyId: text('the ID of an access key').optional(),
      /** Encrypted. */
      secretAccessKey: secretField(z.string().min(1), 'the secret of an access key').optional(),
      /**
       * Name of a Secret with `accessKeyId` and `secretKey` in the cluster's namespace of the infra
       * cluster, which somebody else makes.
       */
      secretName: dottedName().optional(),
    })
    .superRefine(({ accessKeyId, secretAccessKey, secretName }, issues) => {
      const [id, secret] = [accessKeyId !== undefined, secretAccessKey !== undefined];
      if (secretName !== undefined && (id || secret)) {
        issues.addIssue('has secretName and a key; keep one of the two');
      } else if (secretName === undefined && !(id && secret)) {
        issues.addIssue('needs accessKeyId and secretAccessKey, or secretName');
      }
    }),
  'a mapping with accessKeyId and secretAccessKey, or with secretName',
);

/** A bucket of a server with the protocol of Amazon S3. */
const s3 = field(
  z
    .strictObject({
      /** Address of the server, without the bucket. */
      endpoint: serverUrl(
        /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$/,
        'an address like "https://s3.example.org" or "https://s3.example.org:9000"',
      ),
      /** Whether an endpoint with `http://` is meant. The backup itself is encrypted in any case. */
      allowHttp: trueOrFalse().default(false),
      bucket: field(
        z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
        'the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes',
      ),
      /**
       * Folder in the bucket. Each cluster has a folder `<environment>.<cluster>` of its own in it.
       * @default none
       */
      prefix: field(
        z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/),
        'the path of a folder, without "/" at its ends',
      ).optional(),
      region: field(
        z.string().regex(/^[a-z0-9-]{1,63}$/),
        'the name of a region, such as "eu-central-1"',
      ).default('us-east-1'),
      /**
       * Addresses of the server. A server at private addresses must be listed here: nothing private is
       * reachable otherwise.
       *
       * @default the internet, as for `isolation.registries`
       */
      addresses: servers(),
      /**
       * Certificates of the authorities of the server, in PEM.
       * @default the public authorities
       */
      authority: authoritiesField().optional(),
      credentials,
    })
    .superRefine(({ allowHttp, authority, endpoint }, issues) => {
      const isPlain = endpoint.startsWith('http:');
      if (isPlain && !allowHttp) {
        issues.addIssue({
          code: 'custom',
          path: ['endpoint'],
          message:
            'is not encrypted on its way; take https://, or say allowHttp: true where the network is trusted',
        });
      }
      if (isPlain && authority !== undefined) {
        issues.addIssue({
          code: 'custom',
          path: ['authority'],
          message: 'has no effect with http://; remove it',
        });
      }
    }),
  'a mapping with endpoint, bucket and credentials',
);

/** A volume of the infra cluster, in the cluster's namespace. */
const volume = field(
  z.strictObject({
    /** A StorageClass of the infra cluster. @default the platform's storage */
    storageClass: dottedName().optional(),
    sizeGiB: wholeNumber(1),
  }),
  'a mapping with sizeGiB',
);

/**
 * Where backups are stored: exactly one of the two.
 *
 * @example
 * target:
 *   s3:
 *     endpoint: https://s3.example.org
 *     bucket: clusters
 *     credentials:
 *       secretName: backup-credentials
 */
export const target = field(
  z.strictObject({ s3: s3.optional(), volume: volume.optional() }).superRefine((both, issues) => {
    if (both.s3 !== undefined && both.volume !== undefined) {
      issues.addIssue('has s3 and volume; keep one of the two');
    } else if (both.s3 === undefined && both.volume === undefined) {
      issues.addIssue('names no place; say s3 or volume');
    }
  }),
  'a mapping with s3 or volume',
);
