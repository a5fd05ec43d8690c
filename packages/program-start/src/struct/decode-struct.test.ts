// SPDX-License-Identifier: Apache-2.0
import { randomNumbers } from '@strata/testing';
import { decodeStruct } from './decode-struct.ts';
import { randomStruct } from './random-structs.ts';
import { upstreamStruct } from './upstream-struct.ts';

const read = (hex: string) => decodeStruct(Buffer.from(hex, 'hex'));
const readUpstream = (hex: string) =>
  upstreamStruct.deserializeBinary(Buffer.from(hex, 'hex')).toJavaScript();

test('reads what google-protobuf wrote of 500 random objects, its fields in the same order', () => {
  const random = randomNumbers(2);
  for (let round = 0; round < 500; round += 1) {
    const object = randomStruct(random);
    const bytes = upstreamStruct.fromJavaScript(object).serializeBinary();
    const found = decodeStruct(bytes);
    expect(found).toEqual(object);
    const expected = upstreamStruct.deserializeBinary(bytes).toJavaScript();
    expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
  }
});

test.each([
  [
    'fields in no order, as Go writes them',
    '0a070a0162120220010a070a016112020800',
    { a: null, b: true },
  ],
  [
    'a field that is there twice: the last counts',
    '0a070a0161120220010a070a016112020800',
    { a: null },
  ],
  ['an entry without a name', '0a0412020800', { '': null }],
  ['a value that stands before its name', '0a07120208000a0161', { a: null }],
  [
    'unknown fields in a Struct',
    '180122010025000000002900000000000000000a070a016112020800',
    { a: null },
  ],
  ['an unknown field in an entry', '0a090a0161180112020800', { a: null }],
  ['an unknown field in a value', '0a090a01611204080038 01'.replace(' ', ''), { a: null }],
  ['an unknown field in a list', '0a0d0a0161120832061001 0a020800'.replace(' ', ''), { a: [null] }],
  ['a negative number of an enum', '0a100a0161120b08ffffffffffffffffff01', { a: null }],
])('reads %s', (_, hex, expected) => {
  expect(read(hex)).toEqual(expected);
  expect(readUpstream(hex)).toEqual(expected);
});

test.each([
  ['without a value', '0a030a0161'],
  ['with a value of no kind', '0a050a01611200'],
  ['with a group, which nothing writes any more', '0b'],
])('refuses a field %s', (_, hex) => {
  expect(() => read(hex)).toThrow(new Error('Unexpected struct type'));
});
