// SPDX-License-Identifier: Apache-2.0

// Package quantities records what Kubernetes' own parser makes of amounts such as "1.5Gi", for the
// parser in packages/contracts/src/quantity, which must make the same of them.
package quantities

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand"
	"os"
	"strconv"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
)

const file = "../../../../packages/contracts/src/quantity/recorded-quantities.json"

var update = flag.Bool("update", false, "write the recording anew")

// record is one text and the number that it stands for; none when the parser refuses it.
type record struct {
	Text  string   `json:"text"`
	Value *float64 `json:"value,omitempty"`
}

// chosen are texts at the edges of the grammar.
var chosen = []string{
	"", " ", "0", "-0", "+1", "-1", "64", " 64", "64 ", "1.", ".5", ".", "-.5", "1..2", "1.5Gi", "Gi", "64 Gi",
	"64Xi", "64gi", "1k", "1K", "1Ki", "1ki", "1M", "1m", "1mi", "1Mi", "1u", "1n", "1p", "1P", "1Pi", "1E",
	"1Ei", "8Ei", "1e3", "1E3", "1e-3", "1E-3", "1e+3", "1e", "1E+", "1e3Mi", "1e1.5", "1Eie", "0x10", "1_000",
	"1,5", "٣", "NaN", "Infinity", "263521024Ki", "63500m", "1m1", "--1", "+-1", "1e18", "9223372036854775807",
	"9223372036854775808", "10Ei", "1Zi", "0Gi", "007", "1e03",
}

// generated makes n texts from the letters that quantities are made of, the same ones every time.
func generated(n int) []string {
	random := rand.New(rand.NewSource(1))
	pick := func(of []string) string { return of[random.Intn(len(of))] }
	texts := make([]string, 0, n)
	for range n {
		text := pick([]string{"", "", "", "", "-", "+"}) + strconv.Itoa(random.Intn(100_000))
		if random.Intn(3) == 0 {
			text += "." + strconv.Itoa(random.Intn(1_000))
		}
		text += pick([]string{"", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
			"e3", "E3", "e-3", "E-2", "e+2", "K", "g", "i", "mi", "ki", "B", "Gb", "e", "E+", " Gi"})
		texts = append(texts, text)
	}
	return texts
}

// read asks Kubernetes' parser. Amounts that it cannot hold exactly (under a nano, over 2^63-1) it
// rounds or caps; they are left out, for the recording is of the grammar.
func read(text string) (*float64, bool) {
	quantity, err := resource.ParseQuantity(text)
	if err != nil {
		return nil, true
	}
	value := quantity.AsApproximateFloat64()
	if value >= 1<<63-1 || value <= -(1<<63-1) {
		return nil, false
	}
	return &value, true
}

func TestRecording(t *testing.T) {
	var records []record
	for _, text := range append(chosen, generated(1_000)...) {
		if value, kept := read(text); kept {
			records = append(records, record{text, value})
		}
	}
	var wanted bytes.Buffer
	wanted.WriteString("[\n")
	for index, one := range records {
		line, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		if index > 0 {
			wanted.WriteString(",\n")
		}
		// As Prettier writes it.
		wanted.WriteString("  { ")
		wanted.Write(bytes.ReplaceAll(bytes.ReplaceAll(line[1:len(line)-1], []byte(`":`), []byte(`": `)), []byte(`,"value`), []byte(`, "value`)))
		wanted.WriteString(" }")
	}
	wanted.WriteString("\n]\n")
	if *update {
		if err := os.WriteFile(file, wanted.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	found, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(found, wanted.Bytes()) {
		t.Errorf("%s is not what k8s.io/apimachinery says: go test -update writes it", file)
	}
}
