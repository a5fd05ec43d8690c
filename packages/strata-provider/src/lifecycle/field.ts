// SPDX-License-Identifier: Apache-2.0

/** What one input may be. */
export interface Field {
  /** Completes "<property> ..."; undefined when the value is right. */
  readonly problem: (value: unknown) => string | undefined;
  /** What a missing value becomes. @default the input must be given */
  readonly fallback?: unknown;
  /** It may be missing. @default false */
  readonly isOptional?: boolean;
  /** It is kept encrypted, whatever the program says. @default false */
  readonly isSecret?: boolean;
}

/** Text that matches a pattern; `words` completes "must be ...". */
export function text(words: string, pattern = /\S/): Field {
  return {
    problem: (value) =>
      typeof value === 'string' && pattern.test(value) ? undefined : `must be ${words}`,
  };
}

/** An `https` URL of an API; `http` is for tests. */
export const url: Field = text(
  "the URL of a cluster's API, such as https://192.0.2.10:6443",
  /^https?:\/\/[^/\s]+\/?$/,
);

/** A certificate in PEM. */
export const certificate: Field = text(
  'a certificate in PEM',
  /^-----BEGIN CERTIFICATE-----\s[^]+-----END CERTIFICATE-----\s*$/,
);

/** A private key in PEM (PKCS #8). */
export const key: Field = {
  ...text(
    'a private key in PEM (PKCS #8)',
    /^-----BEGIN PRIVATE KEY-----\s[^]+-----END PRIVATE KEY-----\s*$/,
  ),
  isSecret: true,
};

/** A whole number of something, between two limits. */
export function wholeNumber(
  unit: string,
  limits: { readonly min: number; readonly max: number; readonly fallback?: number },
): Field {
  const { min, max, fallback } = limits;
  return {
    problem: (value) =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? undefined
        : `must be a whole number of ${unit} between ${min} and ${max}`,
    ...(fallback === undefined ? {} : { fallback }),
  };
}

/** One of a few words. */
export function oneOf(words: readonly string[], fallback?: string): Field {
  return {
    problem: (value) =>
      words.includes(value as string) ? undefined : `must be ${words.join(' or ')}`,
    ...(fallback === undefined ? {} : { fallback }),
  };
}

/** A yes or a no. */
export function flag(fallback: boolean): Field {
  return {
    problem: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    fallback,
  };
}

/** A list of at least one entry, every one of them right. */
export function list(entry: Field): Field {
  return {
    problem: (value) => {
      if (!Array.isArray(value)) return 'must be a list';
      if (value.length === 0) return 'must not be empty';
      const wrong = value.find((one) => entry.problem(one) !== undefined) as unknown;
      if (wrong === undefined) return undefined;
      return `has ${JSON.stringify(wrong)}, but every entry ${entry.problem(wrong) ?? ''}`;
    },
  };
}

/** A list that may be empty, which it is when it is missing. */
export function anyList(entry: Field): Field {
  const { problem } = list(entry);
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return { problem: (value) => (isEmpty(value) ? undefined : problem(value)), fallback: [] };
}

/** An input that may be missing. */
export function optional(field: Field): Field {
  return { ...field, isOptional: true };
}
