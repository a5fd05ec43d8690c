// SPDX-License-Identifier: Apache-2.0

/** Rules for one input. */
export interface Field {
  /** Returns the predicate of "<property> ..." that says what is wrong; undefined when the value is valid. */
  readonly problem: (value: unknown) => string | undefined;
  /** Default of a missing value. @default none: the input is required */
  readonly fallback?: unknown;
  /** Whether the input may be missing. @default false */
  readonly isOptional?: boolean;
  /** Whether the input is kept as a secret, even if the program does not mark it. @default false */
  readonly isSecret?: boolean;
}

/** Returns a field for text that matches a pattern; `words` completes "must be ...". */
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

/** Returns a field for a whole number between two limits. */
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

/** Returns a field for one of some words. */
export function oneOf(words: readonly string[], fallback?: string): Field {
  return {
    problem: (value) =>
      words.includes(value as string) ? undefined : `must be ${words.join(' or ')}`,
    ...(fallback === undefined ? {} : { fallback }),
  };
}

/** Returns a field for true or false. */
export function flag(fallback: boolean): Field {
  return {
    problem: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    fallback,
  };
}

/** Returns a field for a list with at least one entry, all of them valid. */
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

/** Returns a field for a list that may be empty. @default [] */
export function anyList(entry: Field): Field {
  const { problem } = list(entry);
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return { problem: (value) => (isEmpty(value) ? undefined : problem(value)), fallback: [] };
}

/** Returns the field as one whose value may be missing. */
export function optional(field: Field): Field {
  return { ...field, isOptional: true };
}
