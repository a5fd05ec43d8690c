// SPDX-License-Identifier: Apache-2.0

package main

import "golang.org/x/sys/unix"

var families = map[string]uint8{"ip": unix.NFPROTO_IPV4, "ip6": unix.NFPROTO_IPV6}

// message asks the kernel for one change.
type message struct {
	kind       uint16 // NFT_MSG_*
	flags      uint16 // NLM_F_*
	family     uint8
	attributes attributes
	line       location // of the command it comes from
}

// batch is the messages that take effect together, or not at all.
type batch struct {
	messages []message
	sets     *knownSets
	lastID   uint32 // of the sets in this batch
}

// compile turns commands into the messages for the kernel. Sets that the commands do not add
// themselves are asked for.
func compile(commands []command, sets *knownSets) (compiled *batch, failed error) {
	b := &batch{sets: sets}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case failure:
			compiled, failed = nil, e
		default:
			panic(e)
		}
	}()
	for i := range commands {
		b.compileCommand(&commands[i])
	}
	return b, nil
}

func (b *batch) add(cmd *command, kind, flags uint16, a attributes) {
	b.messages = append(b.messages, message{kind, flags, families[cmd.family], a, cmd.line})
}

func (b *batch) compileCommand(cmd *command) {
	switch cmd.verb + " " + cmd.kind {
	case "add table":
		a := attributes{}.text(unix.NFTA_TABLE_NAME, cmd.table).be32(unix.NFTA_TABLE_FLAGS, 0)
		b.add(cmd, unix.NFT_MSG_NEWTABLE, unix.NLM_F_CREATE, a.comment(nftaTableUserdata, cmd.comment))
	case "delete table":
		b.add(cmd, unix.NFT_MSG_DELTABLE, 0, attributes{}.text(unix.NFTA_TABLE_NAME, cmd.table))
		b.sets.forgetTable(cmd)
	case "add chain":
		b.add(cmd, unix.NFT_MSG_NEWCHAIN, unix.NLM_F_CREATE, chainAttributes(cmd))
	case "delete chain":
		b.add(cmd, unix.NFT_MSG_DELCHAIN, 0, chainAttributes(cmd))
	case "flush chain":
		a := attributes{}.text(unix.NFTA_RULE_TABLE, cmd.table).text(unix.NFTA_RULE_CHAIN, cmd.name)
		b.add(cmd, unix.NFT_MSG_DELRULE, 0, a)
	case "add rule":
		b.addRule(cmd)
	case "add set", "add map":
		b.addSet(cmd)
	case "delete set":
		a := attributes{}.text(unix.NFTA_SET_TABLE, cmd.table).text(unix.NFTA_SET_NAME, cmd.name)
		b.add(cmd, unix.NFT_MSG_DELSET, 0, a)
		b.sets.forget(cmd)
	case "flush set", "flush map":
		b.add(cmd, unix.NFT_MSG_DELSETELEM, 0, elementList(cmd, setReference{name: cmd.name}))
	case "add element":
		b.changeElement(cmd, unix.NFT_MSG_NEWSETELEM, unix.NLM_F_CREATE)
	case "delete element":
		b.changeElement(cmd, unix.NFT_MSG_DELSETELEM, 0)
	}
}

// Attributes that golang.org/x/sys lacks: linux/netfilter/nf_tables.h.
const (
	nftaTableUserdata = 6
	nftaChainUserdata = 12
)

func (a attributes) comment(kind uint16, text string) attributes {
	if text == "" {
		return a
	}
	return a.bytes(kind, userData{}.text(commentOfObject, text))
}

func chainAttributes(cmd *command) attributes {
	a := attributes{}.text(unix.NFTA_CHAIN_TABLE, cmd.table).text(unix.NFTA_CHAIN_NAME, cmd.name)
	if cmd.hook != nil {
		a = a.text(unix.NFTA_CHAIN_TYPE, cmd.hook.chainType).
			nest(unix.NFTA_CHAIN_HOOK, attributes{}.
				be32(unix.NFTA_HOOK_HOOKNUM, cmd.hook.number).
				be32(unix.NFTA_HOOK_PRIORITY, uint32(cmd.hook.priority)))
	}
	return a.comment(nftaChainUserdata, cmd.comment)
}

func (b *batch) addRule(cmd *command) {
	c := &ruleCompiler{batch: b, cmd: cmd}
	for _, s := range cmd.rule {
		s.compileInto(c)
	}
	var steps attributes
	for _, step := range c.steps {
		steps = steps.nest(unix.NFTA_LIST_ELEM, step.encode())
	}
	a := attributes{}.text(unix.NFTA_RULE_TABLE, cmd.table).text(unix.NFTA_RULE_CHAIN, cmd.name).
		nest(unix.NFTA_RULE_EXPRESSIONS, steps).
		comment(unix.NFTA_RULE_USERDATA, cmd.comment)
	b.add(cmd, unix.NFT_MSG_NEWRULE, unix.NLM_F_CREATE|unix.NLM_F_APPEND, a)
}
