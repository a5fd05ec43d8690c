// SPDX-License-Identifier: Apache-2.0

package main

// setName is what the kernel knows a set or a map by.
type setName struct{ family, table, name string }

// knownSet is a set that is in the kernel, or will be with the commands before this one.
type knownSet struct {
	setType
	id uint32 // in the batch that adds it, else 0
}

// knownSets has the sets of the tables that commands mention. Each table's are asked for once, when
// a command needs one that no command before it added.
type knownSets struct {
	ask   func(family, table string) (map[string]setType, error)
	asked map[setName]bool // name is empty
	sets  map[setName]knownSet
	// gone has the sets that commands deleted.
	gone map[setName]bool
}

func newKnownSets(ask func(family, table string) (map[string]setType, error)) *knownSets {
	return &knownSets{ask, map[setName]bool{}, map[setName]knownSet{}, map[setName]bool{}}
}

// find returns the set or ends the compilation with a failure at the place that names it.
func (k *knownSets) find(cmd *command, name string, at token) knownSet {
	id := setName{cmd.family, cmd.table, name}
	if set, known := k.sets[id]; known {
		return set
	}
	table := setName{cmd.family, cmd.table, ""}
	if !k.asked[table] {
		k.asked[table] = true
		found, err := k.ask(cmd.family, cmd.table)
		if err != nil {
			cmd.fail(at, "%v", err)
		}
		for name, set := range found {
			id := setName{cmd.family, cmd.table, name}
			if _, known := k.sets[id]; !known && !k.gone[id] {
				k.sets[id] = knownSet{setType: set}
			}
		}
	}
	set, known := k.sets[id]
	if !known {
		cmd.fail(at, "%s", noSuchFile)
	}
	return set
}

func (k *knownSets) remember(cmd *command, set *setType, id uint32) {
	k.sets[setName{cmd.family, cmd.table, cmd.name}] = knownSet{*set, id}
}

func (k *knownSets) forget(cmd *command) {
	id := setName{cmd.family, cmd.table, cmd.name}
	delete(k.sets, id)
	k.gone[id] = true
}

// forgetTable makes the table one without sets.
func (k *knownSets) forgetTable(cmd *command) {
	for id := range k.sets {
		if id.family == cmd.family && id.table == cmd.table {
			delete(k.sets, id)
		}
	}
	k.asked[setName{cmd.family, cmd.table, ""}] = true
}

// findSet is find for a rule, which must look for what the set holds.
func (b *batch) findSet(cmd *command, name string, at token, wanted key, isMap bool) setReference {
	set := b.sets.find(cmd, name, at)
	if set.isMap != isMap || set.key.String() != wanted.String() {
		cmd.fail(at, "the keys of %s are %s, the rule has %s", name, set.key, wanted)
	}
	return setReference{name, set.id}
}
