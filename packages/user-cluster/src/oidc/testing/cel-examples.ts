// SPDX-License-Identifier: Apache-2.0

/** Expressions that give true or false, in which each function and macro that is known occurs. */
export const celExamples: readonly string[] = [
  'claims.email_verified == true',
  'claims.?email_verified.orValue(true) == true',
  'has(claims.hd) && claims.hd == "example.org"',
  'dyn(claims["https://example.org/groups"]).exists(group, group == "kubernetes")',
  'claims.?realm.roles.orValue([]).all(role, role != "a")',
  'claims.exp - claims.nbf <= 86400',
  'claims.hd != null',
  'claims.aud in ["a", "b"]',
  'bool("true") && size(bytes("a")) == 1 && double(1) == 1.0 && dyn(1) == 1 && int("1") == 1',
  'duration("1h") > duration("1m") && string(1) == "1" && uint(1) == 1u && type(1) == int',
  'timestamp("2026-01-01T00:00:00Z").getFullYear() == 2026',
  'timestamp(claims.exp).getDate() > 0 && timestamp(claims.exp).getDayOfMonth() >= 0',
  'timestamp(claims.exp).getDayOfWeek() < 6 && timestamp(claims.exp).getDayOfYear() >= 0',
  'timestamp(claims.exp).getHours() < 18 && timestamp(claims.exp).getMilliseconds() >= 0',
  'timestamp(claims.exp).getMinutes() >= 0 && timestamp(claims.exp).getMonth() < 12',
  'timestamp(claims.exp).getSeconds() >= 0',
  '"abc".contains("b") && "abc".endsWith("c") && "abc".startsWith("a") && "abc".matches("a.*")',
  'dyn(claims.a).all(x, x != "b") && dyn(claims.a).exists_one(x, x == "c")',
  'dyn(claims.a).filter(x, x != "b").map(x, x + "d").size() > 0',
  'optional.of(1).hasValue() && optional.ofNonZeroValue(0).or(optional.none()).orValue(1) == 1',
  'claims.?a.optMap(x, x + "b").value() == "ab"',
  '!claims.?a.optFlatMap(x, x.?b).hasValue()',
  'dyn(claims.a).existsOne(i, x, x == "a") && dyn(claims.a).transformList(i, x, x).size() > 0',
  'dyn(claims.a).transformMap(i, x, x).size() > 0',
  '{"a": "b"}.transformMapEntry(k, v, {v: k}).size() > 0 && dyn(claims.a).all(i, x, x != "b")',
  'dyn(claims.a).all(i, x, x != "b")',
  'dyn(claims.a).exists(i, x, x == "b")',
  'dyn(claims.a).exists_one(i, x, x == "b")',
  '"abc".charAt(0) == "a" && "%s".format(["a"]) == "a" && "abc".indexOf("b") == 1',
  '["a", "b"].join(",") == "a,b" && "abc".lastIndexOf("b") == 1 && "Abc".lowerAscii() == "abc"',
  'strings.quote("a") != "a" && "abc".replace("b", "c") == "acc" && "a,b".split(",").size() == 2',
  '"abc".substring(1) == "bc" && " a ".trim() == "a" && "abc".upperAscii() == "ABC"',
  '"abc".find("b") == "b" && "abb".findAll("b").size() == 2',
  '[1, 2].isSorted() && [1, 2].max() == 2 && [1, 2].min() == 1 && [1, 2].sum() == 3',
  '[1, 1].distinct().size() == 1 && [[1], [2]].flatten().size() == 2',
  'lists.range(2).reverse().slice(0, 1).sort() == [1]',
  '[2, 1].sortBy(x, x) == [1, 2]',
  'sets.contains(claims.aud, ["a"]) && sets.equivalent(["a"], ["a"]) && sets.intersects(["a"], [])',
  'cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16") && cidr("10.0.0.0/8").containsIP("10.0.0.1")',
  'ip("10.0.0.1").family() == 4 && isCIDR("10.0.0.0/8") && isIP("10.0.0.1")',
  'cidr("10.0.0.0/8").masked() == cidr("10.0.0.0/8") && cidr("10.0.0.0/8").prefixLength() == 8',
  'ip.isCanonical("10.0.0.1") && ip("10.0.0.1").isGlobalUnicast()',
  '!ip("10.0.0.1").isLinkLocalMulticast() && !ip("10.0.0.1").isLinkLocalUnicast()',
  '!ip("10.0.0.1").isLoopback() && !ip("10.0.0.1").isUnspecified()',
  'quantity("1").add(1).sub(1).compareTo(quantity("1")) == 0 && isQuantity("1Gi")',
  'quantity("1").asApproximateFloat() == 1.0 && quantity("1").asInteger() == 1',
  'quantity("1").isGreaterThan(quantity("0")) && quantity("1").isInteger()',
  'quantity("1").isLessThan(quantity("2")) && sign(quantity("1")) == 1',
  'semver("1.2.3").major() == 1 && semver("1.2.3").minor() == 2 && isSemver("1.2.3")',
  'semver("1.2.3").patch() == 3',
  '!format.dns1123Label().validate("a").hasValue() && format.named("uuid").hasValue()',
  '!format.dns1035Label().validate("a").hasValue() && !format.uri().validate("a").hasValue()',
  '!format.dns1123LabelPrefix().validate("a").hasValue()',
  '!format.dns1035LabelPrefix().validate("a").hasValue()',
  '!format.dns1123Subdomain().validate("a").hasValue()',
  '!format.dns1123SubdomainPrefix().validate("a").hasValue()',
  '!format.qualifiedName().validate("a").hasValue() && !format.uuid().validate("a").hasValue()',
  '!format.labelValue().validate("a").hasValue() && !format.date().validate("a").hasValue()',
  '!format.datetime().validate("a").hasValue()',
  'isURL(claims.a) && url("https://a:1/b?c=d").getHost() == "a:1"',
  'url("https://a/b").getEscapedPath() == "/b" && url("https://a/b").getHostname() == "a"',
  'url("https://a:1").getPort() == "1" && url("https://a?b=c").getQuery().size() == 1',
  'url("https://a").getScheme() == "https"',
];

/** Expressions with which the API server does not start, what must come of them, and what it says. */
export const wrongCel: readonly {
  readonly expression: string;
  readonly problem: string;
  readonly refusal: string;
}[] = [
  {
    expression: 'claims.hd == "example.org',
    problem: 'is no expression in CEL: Unterminated string at character 14',
    refusal: 'Syntax error',
  },
  {
    expression: 'claims.hd ==',
    problem: 'is no expression in CEL: Unexpected token: EOF at character 13',
    refusal: 'Syntax error',
  },
  {
    expression: 'claims.hd.toLowerCase() == "a"',
    problem:
      'calls "toLowerCase", which the CEL of Kubernetes does not have; see https://kubernetes.io/docs/reference/using-api/cel/',
    refusal: "undeclared reference to 'toLowerCase'",
  },
  {
    expression: 'claims.hd.startWith("a")',
    problem:
      'calls "startWith", which the CEL of Kubernetes does not have; did you mean "startsWith"?',
    refusal: "undeclared reference to 'startWith'",
  },
  {
    expression: 'claim.hd == "a"',
    problem: 'reads "claim", which is not there; the token is the variable "claims"',
    refusal: "undeclared reference to 'claim'",
  },
  {
    expression: 'claims.email_verified',
    problem:
      'gives whatever the claim is, and must give true or false; compare it, as in "claims.email_verified == true"',
    refusal: 'must evaluate to bool',
  },
  {
    expression: 'claims.groups.exists(group, group == "a")',
    problem:
      'asks "exists" of a claim, of which Kubernetes does not know that it is a list; write dyn(...) around the claim, as in dyn(claims.groups).exists(...)',
    refusal: 'cannot be range of a comprehension',
  },
  {
    expression: 'claims.hd + "a" == "b" ? "c" : "d"',
    problem: 'gives a value of type string, and must give true or false',
    refusal: 'must evaluate to bool',
  },
  {
    expression: 'claims.?groups.all(group, group == "a")',
    problem:
      'asks "all" of a claim, of which Kubernetes does not know that it is a list; write dyn(...) around the claim, as in dyn(claims.groups).all(...)',
    refusal: 'cannot be range of a comprehension',
  },
  {
    expression: 'claims["groups"].exists_one(group, group == "a")',
    problem:
      'asks "exists_one" of a claim, of which Kubernetes does not know that it is a list; write dyn(...) around the claim, as in dyn(claims.groups).exists_one(...)',
    refusal: 'cannot be range of a comprehension',
  },
  {
    expression: 'claims[?"groups"].filter(group, group == "a").size() > 0',
    problem:
      'asks "filter" of a claim, of which Kubernetes does not know that it is a list; write dyn(...) around the claim, as in dyn(claims.groups).filter(...)',
    refusal: 'cannot be range of a comprehension',
  },
  {
    expression: 'claims.groups.sortBy(group, group) == ["a"]',
    problem:
      'asks "sortBy" of a claim, of which Kubernetes does not know that it is a list; write dyn(...) around the claim, as in dyn(claims.groups).sortBy(...)',
    refusal: 'cannot be range of a comprehension',
  },
  {
    expression: 'sizes("a") == 1',
    problem: 'calls "sizes", which the CEL of Kubernetes does not have; did you mean "size"?',
    refusal: "undeclared reference to 'sizes'",
  },
  {
    expression: 'size(claims.hd.toLowerCase()) == 1',
    problem:
      'calls "toLowerCase", which the CEL of Kubernetes does not have; see https://kubernetes.io/docs/reference/using-api/cel/',
    refusal: "undeclared reference to 'toLowerCase'",
  },
  {
    expression: 'dyn(claims.groups).all(group, team == "a")',
    problem: 'reads "team", which is not there; the token is the variable "claims"',
    refusal: "undeclared reference to 'team'",
  },
  {
    expression: 'all(group, group == "a")',
    problem: 'reads "group", which is not there; the token is the variable "claims"',
    refusal: "undeclared reference to 'group'",
  },
];
