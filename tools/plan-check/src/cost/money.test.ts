// SPDX-License-Identifier: Apache-2.0
import {
  costOfCount,
  costOfMib,
  decimalText,
  differenceText,
  moneyText,
  percentText,
  sumOf,
} from './money.ts';

test('sums are exact where binary fractions are not', () => {
  expect(0.1 + 0.2).not.toBe(0.3);
  expect(sumOf([costOfCount(1, 0.1), costOfCount(1, 0.2)])).toBe(costOfCount(1, 0.3));
  expect(costOfCount(3, 0.000001)).toBe(costOfCount(1, 0.000003));
});

test('a GiB costs the same however it is counted', () => {
  expect(costOfMib(1024, 2.35)).toBe(costOfCount(1, 2.35));
  expect(sumOf([costOfMib(1954, 1), costOfMib(94, 1)])).toBe(costOfCount(2, 1));
});

test.each([
  ['exactly half a cent is a cent', 0.005, 'EUR', '0.01'],
  ['less than half a cent is none', 0.004999, 'EUR', '0.00'],
  ['a half that binary fractions lose', 1.005, 'EUR', '1.01'],
  ['the largest price', 999_999_999.999999, 'EUR', '1 000 000 000.00'],
  ['a currency without decimals', 1234.5, 'JPY', '1 235'],
  ['a currency with three', 1234.5675, 'KWD', '1 234.568'],
  ['thousands', 4440.4, 'EUR', '4 440.40'],
  ['nothing', 0, 'EUR', '0.00'],
])('rounds half up, once: %s', (_, price, currency, expected) => {
  expect(moneyText(costOfCount(1, price), currency)).toBe(expected);
});

test('parts are not rounded before they are added', () => {
  const thirds = [costOfMib(341, 0.01), costOfMib(341, 0.01), costOfMib(342, 0.01)];
  expect(thirds.map((one) => moneyText(one, 'EUR'))).toEqual(['0.00', '0.00', '0.00']);
  expect(moneyText(sumOf(thirds), 'EUR')).toBe('0.01');
});

test('a difference has a sign, and half a cent less is a cent less', () => {
  expect(differenceText(costOfCount(1, 312.4), 'EUR')).toBe('+ 312.40');
  expect(differenceText(-costOfCount(1, 0.005), 'EUR')).toBe('− 0.01');
  expect(differenceText(-costOfCount(1, 0.001), 'EUR')).toBe('+ 0.00');
  expect(differenceText(-costOfCount(1, 1200), 'EUR')).toBe('− 1 200.00');
});

test('programs get digits alone', () => {
  expect(decimalText(costOfCount(1, 4440.4), 'EUR')).toBe('4440.40');
  expect(decimalText(-costOfCount(1, 0.5), 'EUR')).toBe('-0.50');
  expect(decimalText(-costOfCount(1, 0.001), 'EUR')).toBe('0.00');
});

test('a share is rounded half up to a tenth of a percent', () => {
  expect(percentText(costOfCount(1, 1), costOfCount(1, 8))).toBe('12.5');
  expect(percentText(costOfCount(1, 1), costOfCount(1, 2000))).toBe('0.1');
  expect(percentText(costOfCount(1, 3), costOfCount(1, 2))).toBe('150.0');
});
