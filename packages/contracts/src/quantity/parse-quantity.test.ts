// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { parseQuantity } from './parse-quantity.ts';

interface Recorded {
  readonly text: string;
  /** Missing if Kubernetes rejects the text. */
  readonly value?: number;
}

/**
 * Recorded by tools/toolchain/test/quantities, whose own test runs Kubernetes' parser each time.
 */
const recorded = JSON.parse(
  readFileSync(new URL('recorded-quantities.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

test('accepts and rejects what Kubernetes accepts and rejects', () => {
  // Kubernetes rounds up to whole nanos, so finer amounts differ from ours by less than one.
  const isSame = ({ text, value }: Recorded) => {
    const ours = parseQuantity(text);
    if (ours === undefined || value === undefined) return ours === value;
    return Math.abs(ours - value) <= Math.max(1e-9, Math.abs(value) * 1e-14);
  };
  expect(recorded.length).toBeGreaterThan(900);
  expect(
    recorded.filter((one) => !isSame(one)).map((one) => [one, parseQuantity(one.text)]),
  ).toEqual([]);
});

/** @see https://github.com/kubernetes/apimachinery/blob/v0.35.4/pkg/api/resource/suffix.go */
test.each([
  ['3n', 3e-9],
  ['3u', 3e-6],
  ['3m', 0.003],
  ['3', 3],
  ['3k', 3_000],
  ['3M', 3_000_000],
  ['3G', 3_000_000_000],
  ['3T', 3_000_000_000_000],
  ['3P', 3_000_000_000_000_000],
  ['3E', 3e18],
  ['3Ki', 3_072],
  ['3Mi', 3_145_728],
  ['3Gi', 3_221_225_472],
  ['3Ti', 3_298_534_883_328],
  ['3Pi', 3_377_699_720_527_872],
  ['3Ei', 3 * 2 ** 60],
  ['3e3', 3_000],
  ['3E3', 3_000],
  ['3e-3', 0.003],
  ['3E+3', 3_000],
])('parses %s with every suffix as %d', (quantity, value) => {
  expect(parseQuantity(quantity)).toBe(value);
});

test.each([
  ['64', 64],
  ['63500m', 63.5],
  ['263521024Ki', 269_845_528_576],
  ['1.5Gi', 1_610_612_736],
  ['128G', 128_000_000_000],
  ['1Pi', 1_125_899_906_842_624],
  ['1e9', 1_000_000_000],
  [4, 4],
])('parses %s as %d', (quantity, value) => {
  expect(parseQuantity(quantity)).toBe(value);
});

test.each(['', '64 Gi', '10Gb', '64Xi', undefined, null, {}, true])('rejects %j', (quantity) => {
  expect(parseQuantity(quantity)).toBeUndefined();
});
