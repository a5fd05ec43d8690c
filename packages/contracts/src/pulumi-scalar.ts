// SPDX-License-Identifier: Apache-2.0

/** Integers with a sign and a base, as Go's `strconv.ParseInt` reads them. */
const based = /^([-+]?)0(x[0-9a-f]+|o[0-7]+|b[01]+)$/i;
const octal = /^([-+]?)0([0-7]+)$/;
const decimal = /^[-+]?(\.\d+|\d+(\.\d*)?)(e[-+]?\d+)?$/i;
const time =
  /^\d{4}-\d{1,2}-\d{1,2}([Tt]\d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?(Z|[-+]\d{2}:\d{2})| \d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?)?$/;

const signed = (sign: string, number: number) => (sign === '-' ? -number : number);

/**
 * Returns the number that Pulumi reads in a plain scalar; undefined if it reads another kind of value.
 *
 * @see https://github.com/go-yaml/yaml/blob/v3.0.1/resolve.go `resolve`
 */
export function pulumiNumber(source: string): number | undefined {
  if (!/^[-+.\d]/.test(source)) return undefined;
  const plain = source.replaceAll('_', '');
  const [, sign = '', digits] = based.exec(plain) ?? [];
  if (digits !== undefined) return signed(sign, Number(`0${digits}`));
  const [, octalSign = '', octalDigits] = octal.exec(plain) ?? [];
  if (octalDigits !== undefined) return signed(octalSign, Number.parseInt(octalDigits, 8));
  return decimal.test(plain) ? Number(plain) : undefined;
}

/**
 * Returns whether Pulumi reads a plain scalar as a time, which it turns into a text such as
 * "2027-01-31 00:00:00 +0000 UTC".
 *
 * @see https://github.com/go-yaml/yaml/blob/v3.0.1/resolve.go `parseTimestamp`
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/resource/config/object.go `unmarshalObject`
 */
export function isPulumiTime(source: string): boolean {
  return time.test(source);
}
