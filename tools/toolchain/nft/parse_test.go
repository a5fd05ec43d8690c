// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"
	"testing"
)

const prelude = `add table ip t
add set ip t s { type ipv4_addr ; }
add map ip t m { type ipv4_addr . inet_proto . inet_service : verdict ; }
`

func compileText(input string) error {
	commands, err := parse(input)
	if err == nil {
		_, err = compile(commands, newKnownSets(func(string, string) (map[string]setType, error) {
			return nil, nil
		}))
	}
	return err
}

func TestWhatKubeProxyDoesNotWriteIsRefusedWithItsPlace(t *testing.T) {
	for line, wanted := range map[string]string{
		"insert rule ip t c drop":                                       `1-6: Error: syntax error, unexpected "insert", expected add, delete or flush`,
		"flush ruleset":                                                 `7-13: Error: syntax error, unexpected "ruleset", expected chain, set, map after flush`,
		"add table inet t":                                              `11-14: Error: syntax error, unexpected "inet", expected ip or ip6`,
		"add table ip t { flags dormant ; }":                            `18-22: Error: syntax error, unexpected "flags", expected "}"`,
		"add rule ip t c":                                               `16-16: Error: syntax error, unexpected newline, expected a statement`,
		"add rule ip t c counter":                                       `17-23: Error: syntax error, unexpected "counter", expected what kube-proxy uses in rules of family ip`,
		"add rule ip t c ip6 saddr ::1 drop":                            `17-19: Error: syntax error, unexpected "ip6", expected what kube-proxy uses in rules of family ip`,
		"add rule ip t c drop return":                                   `22-27: Error: syntax error, unexpected "return", expected nothing after what ends the packet's way`,
		"add rule ip t c dnat to 10.0.0.1:80":                           "25-35: Error: syntax error, unexpected \"10.0.0.1:80\", expected `meta l4proto` before a port",
		"add rule ip t c dnat to 10.0.0.1":                              `25-32: Error: syntax error, unexpected "10.0.0.1", expected an address of family ip and a port`,
		"add rule ip t c ip saddr 10.0.0.0/33 drop":                     `26-36: Error: syntax error, unexpected "10.0.0.0/33", expected a prefix of at most 32 bits`,
		"add rule ip t c ip saddr @m drop":                              `26-27: Error: the keys of m are ipv4_addr . inet_proto . inet_service, the rule has ipv4_addr`,
		"add rule ip t c ip saddr @none drop":                           `26-30: Error: No such file or directory`,
		"add rule ip t c drop comment \"open":                           `30-34: Error: syntax error, the string has no closing quote`,
		"add element ip t s { fd00::1 }":                                `22-28: Error: "fd00::1" is no IPv4 address`,
		"add element ip t s { 10.0.0.1 . tcp }":                         `22-29: Error: the keys of s are ipv4_addr`,
		"add element ip t s { 10.0.0.1 : drop }":                        `18-18: Error: a map's element has a verdict, a set's has none`,
		"add element ip t m { 10.0.0.1 . icmp . 1 : drop }":             `33-36: Error: "icmp" is none of tcp, udp and sctp`,
		"add set ip t u { type ether_addr ; }":                          `23-32: Error: syntax error, unexpected "ether_addr", expected ipv4_addr, ipv6_addr, inet_proto or inet_service`,
		"add chain ip t c { type filter hook input priority filter ; }": `52-57: Error: syntax error, unexpected "filter", expected the number of a priority`,
	} {
		err := compileText(prelude + line)
		if err == nil {
			t.Errorf("%s: not refused", line)
			continue
		}
		if got := strings.SplitN(err.Error(), "\n", 2)[0]; got != "/dev/stdin:4:"+wanted {
			t.Errorf("%s:\n got    %s\n wanted /dev/stdin:4:%s", line, got, wanted)
		}
	}
}

func TestARefusalShowsTheLineAndThePlace(t *testing.T) {
	wanted := "/dev/stdin:2:20-20: Error: syntax error, unexpected \"x\", expected the end of the line\n" +
		"flush set ip t vip x\n" +
		"                   ^"
	err := compileText("add table ip t\nflush set ip t vip x")
	if err == nil || err.Error() != wanted {
		t.Errorf("got %v", err)
	}
}

func TestACommentMayHave128Bytes(t *testing.T) {
	line := `add rule ip t c drop comment "` + strings.Repeat("x", 128) + `"`
	if err := compileText(prelude + line); err != nil {
		t.Error(err)
	}
	err := compileText(prelude + strings.Replace(line, `"x`, `"xx`, 1))
	if err == nil || !strings.Contains(err.Error(), "expected at most 128 bytes of comment") {
		t.Errorf("got %v", err)
	}
}

// A message of elements holds 64 KiB at most; a service may have thousands of endpoints.
func TestManyChoicesTakeSeveralMessages(t *testing.T) {
	var choices []string
	for i := range 2000 {
		choices = append(choices, strings.ReplaceAll("N : goto endpoint-N", "N", strings.Repeat("1", i%9+1)))
	}
	commands, err := parse("add rule ip t c numgen random mod 2000 vmap { " + strings.Join(choices, " , ") + " }")
	if err != nil {
		t.Fatal(err)
	}
	b, err := compile(commands, newKnownSets(nil))
	if err != nil {
		t.Fatal(err)
	}
	if len(b.messages) < 4 {
		t.Errorf("%d messages", len(b.messages))
	}
	for _, m := range b.messages {
		if len(m.attributes) > 64<<10 {
			t.Errorf("a message of %d bytes", len(m.attributes))
		}
	}
}
