// SPDX-License-Identifier: Apache-2.0

/**
 * Names of functions and macros that expressions may call, by the library that has them. All minors of
 * `kubernetesMinors` have them.
 *
 * @see https://github.com/kubernetes/apiserver/blob/v0.34.4/pkg/cel/environment/base.go `baseOptsWithoutStrictCost`
 * @see https://kubernetes.io/docs/reference/using-api/cel/#cel-options-language-features-and-libraries
 */
const libraries = {
  standard: ['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'size', 'string', 'timestamp'],
  types: ['type', 'uint'],
  texts: ['contains', 'endsWith', 'matches', 'startsWith'],
  macros: ['all', 'exists', 'exists_one', 'filter', 'has', 'map'],
  times: [
    'getDate',
    'getDayOfMonth',
    'getDayOfWeek',
    'getDayOfYear',
    'getFullYear',
    'getHours',
    'getMilliseconds',
    'getMinutes',
    'getMonth',
    'getSeconds',
  ],
  optional: ['hasValue', 'none', 'of', 'ofNonZeroValue', 'optFlatMap', 'optMap', 'or', 'orValue'],
  'optional values': ['value'],
  comprehensions: ['existsOne', 'transformList', 'transformMap', 'transformMapEntry'],
  strings: [
    'charAt',
    'format',
    'indexOf',
    'join',
    'lastIndexOf',
    'lowerAscii',
    'quote',
    'replace',
    'split',
    'substring',
    'trim',
    'upperAscii',
  ],
  regex: ['find', 'findAll'],
  lists: ['isSorted', 'max', 'min', 'sum'],
  'more of lists': ['distinct', 'flatten', 'range', 'reverse', 'slice', 'sort', 'sortBy'],
  sets: ['equivalent', 'intersects'],
  addresses: ['cidr', 'containsCIDR', 'containsIP', 'family', 'ip', 'isCIDR', 'isIP', 'masked'],
  'more of addresses': [
    'isCanonical',
    'isGlobalUnicast',
    'isLinkLocalMulticast',
    'isLinkLocalUnicast',
    'isLoopback',
    'isUnspecified',
    'prefixLength',
  ],
  amounts: ['add', 'asApproximateFloat', 'asInteger', 'compareTo', 'isQuantity', 'quantity', 'sub'],
  'more of amounts': ['isGreaterThan', 'isInteger', 'isLessThan', 'sign'],
  versions: ['isSemver', 'major', 'minor', 'patch', 'semver'],
  formats: [
    'date',
    'datetime',
    'dns1035Label',
    'dns1035LabelPrefix',
    'dns1123Label',
    'dns1123LabelPrefix',
    'dns1123Subdomain',
    'dns1123SubdomainPrefix',
    'labelValue',
    'named',
    'qualifiedName',
    'uri',
    'uuid',
    'validate',
  ],
  urls: [
    'getEscapedPath',
    'getHost',
    'getHostname',
    'getPort',
    'getQuery',
    'getScheme',
    'isURL',
    'url',
  ],
} as const;

/** Names of functions and macros that expressions may call. */
export const celFunctions: readonly string[] = Object.values(libraries).flat();

/**
 * Names before a dot that are no variables, but what some functions begin with. `optional` is not among
 * them: the reader of expressions knows it.
 */
export const celNamespaces: readonly string[] = ['format', 'ip', 'lists', 'sets', 'strings'];

/** Macros that look at each item of a list or of a mapping. */
export const rangeMacros: readonly string[] = [
  'all',
  'exists',
  'exists_one',
  'filter',
  'map',
  'sortBy',
  ...libraries.comprehensions,
];

/** Macros that name variables of their own, of which the reader of expressions knows nothing. */
export const bindingMacros: readonly string[] = [
  ...libraries.comprehensions,
  'optFlatMap',
  'optMap',
  'sortBy',
];
