// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The messages of nft 1.0.6 for testdata/*.nft are kept in testdata/*.messages, one attribute per
// line. RECORD=1 makes them anew with the nft on PATH.
func TestMessagesAreThoseOfNft(t *testing.T) {
	for _, name := range []string{"ip", "ip6"} {
		t.Run(name, func(t *testing.T) {
			input, err := os.ReadFile("testdata/" + name + ".nft")
			if err != nil {
				t.Fatal(err)
			}
			path := "testdata/" + name + ".messages"
			if os.Getenv("RECORD") != "" {
				if err := os.WriteFile(path, []byte(render(recordMessages(t, name))), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			wanted, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			expectSame(t, render(ownMessages(t, string(input))), string(wanted))
		})
	}
}

func expectSame(t *testing.T, got, wanted string) {
	t.Helper()
	gotLines, wantedLines := strings.Split(got, "\n"), strings.Split(wanted, "\n")
	for i := range wantedLines {
		if i >= len(gotLines) || gotLines[i] != wantedLines[i] {
			end := min(i+5, len(gotLines))
			t.Fatalf("line %d:\n got    %q\n wanted %q", i+1, gotLines[min(i, end):end], wantedLines[i])
		}
	}
	if len(gotLines) != len(wantedLines) {
		t.Fatalf("%d lines more: %q", len(gotLines)-len(wantedLines), gotLines[len(wantedLines)])
	}
}

// sent is a message as it goes to the kernel.
type sent struct {
	kind   uint16
	family uint8
	body   []byte
}

func ownMessages(t *testing.T, input string) []sent {
	t.Helper()
	commands, err := parse(input)
	if err != nil {
		t.Fatal(err)
	}
	b, err := compile(commands, newKnownSets(func(string, string) (map[string]setType, error) {
		return nil, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	var all []sent
	for _, m := range b.messages {
		all = append(all, sent{m.kind, m.family, m.attributes})
	}
	return all
}

var (
	colours   = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	dumpType  = regexp.MustCompile(`^\| (\d{5}) \| .{4} \|\s+\|  type`)
	dumpExtra = regexp.MustCompile(`^\| (..) .. .. ..  \|\s+\|  extra`)
	dumpAttr  = regexp.MustCompile(`^\|(\d{5})\|(.).\|(\d{5})\|`)
	dumpData  = regexp.MustCompile(`^\| (.. .. .. ..)  \|\s+\|      data`)
)

// recordMessages has nft print what it would send (libmnl, mnl_nlmsg_fprintf).
func recordMessages(t *testing.T, name string) []sent {
	t.Helper()
	output := inNamespace(t, "nft", "--debug=mnl", "--check", "-f", "testdata/"+name+".nft")
	var all []sent
	for line := range strings.SplitSeq(colours.ReplaceAllString(output, ""), "\n") {
		if m := dumpType.FindStringSubmatch(line); m != nil {
			kind, _ := strconv.Atoi(m[1])
			all = append(all, sent{kind: uint16(kind)})
		} else if m := dumpExtra.FindStringSubmatch(line); m != nil {
			family, _ := strconv.ParseUint(m[1], 16, 8)
			all[len(all)-1].family = uint8(family)
		} else if m := dumpAttr.FindStringSubmatch(line); m != nil {
			length, _ := strconv.Atoi(m[1])
			kind, _ := strconv.Atoi(m[3])
			if m[2] == "N" {
				kind |= unix.NLA_F_NESTED
			}
			last := &all[len(all)-1]
			last.body = append(last.body, byte(length), byte(length>>8), byte(kind), byte(kind>>8))
		} else if m := dumpData.FindStringSubmatch(line); m != nil {
			raw, _ := hex.DecodeString(strings.ReplaceAll(m[1], " ", ""))
			all[len(all)-1].body = append(all[len(all)-1].body, raw...)
		}
	}
	// Before the batch nft asks for what there is.
	begin := slices.IndexFunc(all, func(m sent) bool { return m.kind == unix.NFNL_MSG_BATCH_BEGIN })
	var batch []sent
	for _, m := range all[begin+1:] {
		if m.kind>>8 == unix.NFNL_SUBSYS_NFTABLES {
			batch = append(batch, sent{m.kind & 0xff, m.family, m.body})
		}
	}
	return batch
}

// renderer writes messages so that what may differ does not: the order of attributes, the numbers
// of sets within a batch, and what nft keeps in user data about how a type was written.
type renderer struct {
	out strings.Builder
	ids map[string]int
}

func render(messages []sent) string {
	r := &renderer{ids: map[string]int{}}
	for _, m := range messages {
		fmt.Fprintf(&r.out, "message %d of family %d\n", m.kind, m.family)
		path := map[uint16]string{
			unix.NFT_MSG_NEWRULE: "rule", unix.NFT_MSG_NEWSET: "set", unix.NFT_MSG_DELSET: "set",
			unix.NFT_MSG_NEWSETELEM: "elements", unix.NFT_MSG_DELSETELEM: "elements",
		}[m.kind]
		r.attributes(m.body, path, 1)
	}
	return r.out.String()
}

// attributes writes a row of them. The path says where it is: the message, the numbers of the
// attributes around it, and the name of the expression. Only nft sends the default operation of
// bitwise.
func (r *renderer) attributes(raw []byte, path string, depth int) {
	type attribute struct {
		kind  uint16
		value []byte
		isRow bool
	}
	var all []attribute
	for rest := raw; len(rest) >= 4; {
		length := int(rest[0]) | int(rest[1])<<8
		kind := uint16(rest[2]) | uint16(rest[3])<<8
		all = append(all, attribute{kind &^ unix.NLA_F_NESTED, rest[4:length], kind&unix.NLA_F_NESTED != 0})
		rest = rest[min(padded(length), len(rest)):]
	}
	name := ""
	isList := path == "elements:3" || path == "rule:4"
	if !isList {
		slices.SortStableFunc(all, func(a, b attribute) int { return int(a.kind) - int(b.kind) })
	}
	for _, a := range all {
		indent := strings.Repeat("  ", depth)
		if a.kind == 1 && !a.isRow && strings.HasSuffix(path, ":item") {
			name = strings.TrimRight(string(a.value), "\x00")
		}
		at := fmt.Sprintf("%s:%d", path, a.kind)
		switch {
		case a.isRow && isList:
			fmt.Fprintf(&r.out, "%s-\n", indent)
			r.attributes(a.value, path+":item", depth+1)
		case a.isRow:
			fmt.Fprintf(&r.out, "%s%d:\n", indent, a.kind)
			r.attributes(a.value, at+name, depth+1)
		case isSetID(at):
			fmt.Fprintf(&r.out, "%s%d: set %d of the batch\n", indent, a.kind, r.id(a.value))
		case at == "set:13":
			r.userData(a.value, indent)
		case strings.HasSuffix(at, "bitwise:6"):
		default:
			fmt.Fprintf(&r.out, "%s%d: %x %q\n", indent, a.kind, a.value, a.value)
		}
	}
}

// isSetID tells the attributes with a set's number: NFTA_SET_ID, NFTA_SET_ELEM_LIST_SET_ID,
// NFTA_LOOKUP_SET_ID and NFTA_DYNSET_SET_ID.
func isSetID(at string) bool {
	return at == "set:10" || at == "elements:4" || strings.HasSuffix(at, "lookup:4") || strings.HasSuffix(at, "dynset:2")
}

func (r *renderer) id(raw []byte) int {
	if _, known := r.ids[string(raw)]; !known {
		r.ids[string(raw)] = len(r.ids) + 1
	}
	return r.ids[string(raw)]
}

func (r *renderer) userData(raw []byte, indent string) {
	for len(raw) >= 2 {
		kind, value := raw[0], raw[2:2+int(raw[1])]
		// 3 and 4 are the expressions that the types were made of, 6 is whether the data is ranges.
		if kind != 3 && kind != 4 && kind != 6 {
			fmt.Fprintf(&r.out, "%suser data %d: %x %q\n", indent, kind, value, value)
		}
		raw = raw[2+len(value):]
	}
}
