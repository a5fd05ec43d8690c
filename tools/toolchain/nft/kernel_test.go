// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// The tests of this file work on the kernel's tables. They start this program once more, as root of
// user and network namespaces of its own, which is where kube-proxy runs it too.
const insideVariable = "NFT_TEST_INSIDE"

// inNewNamespace makes a command one that runs as root of network and user namespaces of its own.
func inNewNamespace(command *exec.Cmd) *exec.Cmd {
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	return command
}

func inNamespace(t *testing.T, name string, args ...string) string {
	t.Helper()
	output, err := inNewNamespace(exec.Command(name, args...)).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, output)
	}
	return string(output)
}

// inside tells whether a test runs in namespaces of its own; if not, it runs it there.
func inside(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideVariable) != "" {
		return true
	}
	command := inNewNamespace(exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v"))
	command.Env = append(os.Environ(), insideVariable+"=1")
	output, err := command.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) {
		t.Skipf("no namespaces here: %v", err)
	}
	if err != nil || !strings.Contains(string(output), "--- PASS: "+t.Name()) {
		t.Fatalf("%v\n%s", err, output)
	}
	return false
}

func mustRun(t *testing.T, input string, args ...string) string {
	t.Helper()
	var output bytes.Buffer
	if err := run(args, strings.NewReader(input), &output); err != nil {
		t.Fatal(err)
	}
	return output.String()
}

func mustFail(t *testing.T, wanted, input string, args ...string) {
	t.Helper()
	err := run(args, strings.NewReader(input), &bytes.Buffer{})
	if err == nil || err.Error() != wanted {
		t.Errorf("%v:\n got    %v\n wanted %s", args, err, wanted)
	}
}

func testInput(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".nft")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// listings are the ones that kube-proxy asks for, of both releases.
var listings = []string{
	"--json --terse list table ip kube-proxy",
	"--json list chains ip",
	"--json list sets ip",
	"--json list set ip kube-proxy cluster-ips",
	"--json list map ip kube-proxy service-ips",
	"--json list map ip kube-proxy no-endpoint-services",
	"--json list map ip kube-proxy no-endpoint-nodeports",
	"--json --terse list table ip6 kube-proxy",
	"--json list map ip6 kube-proxy service-ips",
}

// normalise makes JSON comparable: it leaves out who wrote it, the handles, which depend on the
// kernel, the expressions of rules, and the comments of chains, which nft 1.0.6 does not list.
func normalise(t *testing.T, text string) []string {
	t.Helper()
	var parsed struct{ Nftables []object }
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var lines []string
	for _, o := range parsed.Nftables[1:] {
		for kind, properties := range o {
			delete(properties, "handle")
			delete(properties, "expr")
			if kind == "chain" {
				delete(properties, "comment")
			}
		}
		line, _ := json.Marshal(o)
		lines = append(lines, string(line))
	}
	slices.Sort(lines)
	return lines
}

// testdata/listings.txt has what nft 1.0.6 lists of the tables of testdata/*.nft. RECORD=1 makes it
// anew with the nft on PATH.
func TestListingsAreThoseOfNft(t *testing.T) {
	if !inside(t) {
		return
	}
	mustRun(t, testInput(t, "ip"), "-f", "-")
	mustRun(t, testInput(t, "ip6"), "-f", "-")
	var own, recorded strings.Builder
	for _, line := range listings {
		args := strings.Split(line, " ")
		own.WriteString(line + "\n" + strings.Join(normalise(t, mustRun(t, "", args...)), "\n") + "\n\n")
		if os.Getenv("RECORD") != "" {
			output, err := exec.Command("nft", args...).Output()
			if err != nil {
				t.Fatal(err)
			}
			recorded.WriteString(line + "\n" + strings.Join(normalise(t, string(output)), "\n") + "\n\n")
		}
	}
	if os.Getenv("RECORD") != "" {
		if err := os.WriteFile("testdata/listings.txt", []byte(recorded.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wanted, err := os.ReadFile("testdata/listings.txt")
	if err != nil {
		t.Fatal(err)
	}
	expectSame(t, own.String(), string(wanted))
}

// Where there is an nft, of whatever version, it must see in the kernel what it would put there.
func TestNftOnPathSeesTheRulesetThatItWouldMake(t *testing.T) {
	path, err := exec.LookPath("nft")
	about, _ := exec.Command("nft", "--version").Output()
	if err != nil || strings.Contains(string(about), releaseName) {
		t.Skip("no nft on PATH; TestMessagesAreThoseOfNft has what one sends")
	}
	if !inside(t) {
		return
	}
	nft := func(input string, args ...string) string {
		command := exec.Command(path, args...)
		command.Stdin = strings.NewReader(input)
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("nft %v: %v\n%s", args, err, output)
		}
		return string(output)
	}
	for _, name := range []string{"ip", "ip6"} {
		input := testInput(t, name)
		mustRun(t, input, "-f", "-")
		own := nft("", "list", "ruleset")
		nft("", "flush", "ruleset")
		nft(input, "-f", "-")
		expectSame(t, own, nft("", "list", "ruleset"))
		var theirs []string
		for _, line := range listings {
			if !strings.Contains(line, " "+name+" ") {
				continue
			}
			// What the other program made is listed as what this one made.
			theirs = append(theirs, normalise(t, mustRun(t, "", strings.Split(line, " ")...))...)
		}
		nft("", "flush", "ruleset")
		mustRun(t, input, "-f", "-")
		var ours []string
		for _, line := range listings {
			if strings.Contains(line, " "+name+" ") {
				ours = append(ours, normalise(t, mustRun(t, "", strings.Split(line, " ")...))...)
			}
		}
		expectSame(t, strings.Join(theirs, "\n"), strings.Join(ours, "\n"))
		nft("", "flush", "ruleset")
	}
}

func TestABatchTakesEffectAsAWholeOrNotAtAll(t *testing.T) {
	if !inside(t) {
		return
	}
	table := []string{"--json", "--terse", "list", "table", "ip", "t"}
	missing := "Error: No such file or directory\nlist table ip t\n              ^"
	mustRun(t, "add table ip t\nadd chain ip t c\n", "--check", "-f", "-")
	mustFail(t, missing, "", table...)
	mustFail(t, "/dev/stdin:2:1-25: Error: Could not process rule: No such file or directory\n"+
		"add rule ip t c jump none\n^^^^^^^^^^^^^^^^^^^^^^^^^",
		"add table ip t\nadd rule ip t c jump none\n", "-f", "-")
	mustFail(t, missing, "", table...)

	mustRun(t, prelude+"add chain ip t c\nadd element ip t m { 10.0.0.1 . tcp . 80 : drop }\n", "-f", "-")
	before := mustRun(t, "", table...)
	// The type of the map is the kernel's now.
	mustFail(t, "/dev/stdin:2:1-55: Error: Could not process rule: File exists\n"+
		"add element ip t m { 10.0.0.1 . tcp . 80 : goto other }\n"+strings.Repeat("^", 55),
		"add chain ip t other\nadd element ip t m { 10.0.0.1 . tcp . 80 : goto other }\n", "-f", "-")
	if after := mustRun(t, "", table...); after != before {
		t.Errorf("a refused batch left %s", after)
	}
	mustFail(t, "/dev/stdin:1:18-21: Error: No such file or directory\n"+
		"add element ip t none { 10.0.0.1 }\n"+"                 ^^^^",
		"add element ip t none { 10.0.0.1 }", "-f", "-")
}

func TestALargeBatchAndALargeMap(t *testing.T) {
	if !inside(t) {
		return
	}
	var input strings.Builder
	input.WriteString(prelude + "add chain ip t c\n")
	var choices []string
	for i := range 3000 {
		n := string(rune('a'+i/676%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i%26))
		chain := "endpoint-" + n + strings.Repeat("-long-name", 20)
		input.WriteString("add chain ip t " + chain + "\n")
		choices = append(choices, strconv.Itoa(i)+" : goto "+chain)
		input.WriteString("add element ip t m { 10.0.0.1 . tcp . " + strconv.Itoa(i+1) + " : goto " + chain + " }\n")
	}
	input.WriteString("add rule ip t c numgen random mod 3000 vmap { " + strings.Join(choices, " , ") + " }\n")
	mustRun(t, input.String(), "-f", "-")
	if elements := strings.Count(mustRun(t, "", "--json", "list", "map", "ip", "t", "m"), "goto"); elements != 3000 {
		t.Errorf("%d elements", elements)
	}
	if chains := strings.Count(mustRun(t, "", "--json", "list", "chains", "ip"), "endpoint-"); chains != 3000 {
		t.Errorf("%d chains", chains)
	}
}
