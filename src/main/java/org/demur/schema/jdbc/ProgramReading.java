package org.demur.schema.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.schema.SqlNames;
import org.jspecify.annotations.Nullable;

/**
 * Reads one program of SQLite's engine step by step. A cursor's number may stand for several tables
 * or indexes; whatever is read of it counts for each. Steps that are not named here count as
 * something beyond reading.
 *
 * @see <a href="https://sqlite.org/opcode.html">The steps and their operands p1 to p5</a>
 */
final class ProgramReading {
    /** What computes, jumps, sorts and keeps rows in memory. */
    private static final Set<String> HARMLESS =
            Set.of(
                    ("Init Goto Gosub InitCoroutine Yield EndCoroutine Return Jump Once Halt Noop"
                                    + " If IfNot IfNullRow IfPos IfNotZero IfNotOpen IfSizeBetween"
                                    + " IfEmpty DecrJumpZero IsNull NotNull IsType IsTrue ZeroOrNull"
                                    + " Not Or And Ne Eq Gt Le Lt Ge ElseEq BitAnd BitOr BitNot"
                                    + " ShiftLeft ShiftRight Add AddImm Subtract Multiply Divide"
                                    + " Remainder Concat Cast RealAffinity Affinity MustBeInt"
                                    + " Integer Int64 Real String String8 Null SoftNull Blob"
                                    + " BeginSubrtn Move Copy SCopy IntCopy CollSeq Permutation"
                                    + " Compare MakeRecord ResultRow OffsetLimit MemMax ReleaseReg"
                                    + " ClrSubtype GetSubtype SetSubtype Sequence SequenceTest"
                                    + " OpenEphemeral OpenAutoindex OpenPseudo OpenDup SorterOpen"
                                    + " SorterInsert SorterSort SorterNext SorterData SorterCompare"
                                    + " ResetSorter Sort Rewind Last Next Prev NullRow Close Count"
                                    + " Insert IdxInsert Delete NewRowid RowSetRead Filter"
                                    + " FilterAdd DeferredSeek FinishSeek SeekScan SeekHit SeekEnd"
                                    + " Explain Abortable Trace")
                            .split(" "));

    /** In the fifth operand: the second names a register, which only new tables need. */
    private static final int ROOT_IN_REGISTER = 0x10;

    private final StorageLayout layout;
    private final Map<Integer, List<StorageLayout.Tree>> cursors = new HashMap<>();
    private final Map<String, Set<String>> columns = new HashMap<>();
    private final Set<String> functions = new HashSet<>();
    private final Set<String> beyond = new HashSet<>();

    /** A row number in a register, until the next step shows what for. */
    private @Nullable Integer numberedCursor;

    private int numberRegister;
    private int version = EngineAccount.NO_SCHEMA;

    ProgramReading(StorageLayout layout) {
        this.layout = layout;
    }

    /** Takes the step that the row of EXPLAIN's result describes. */
    void note(ResultSet step) throws SQLException {
        var opcode = step.getString(2);
        if (opcode.equals("RowSetTest") || opcode.equals("RowSetAdd")) {
            // rows found by several indexes are told apart by number: nobody sees it
            if (step.getInt(opcode.equals("RowSetAdd") ? 4 : 5) == numberRegister) {
                numberedCursor = null;
            }
            takeRowNumber();
            return;
        }
        takeRowNumber();
        switch (opcode) {
            case "OpenRead", "ReopenIdx" -> open(step);
            case "Column" -> read(step.getInt(3), step.getInt(4));
            case "Rowid", "IdxRowid" -> {
                numberedCursor = step.getInt(3);
                numberRegister = step.getInt(4);
            }
            case "RowData" -> readAll(step.getInt(3));
            case "SeekRowid", "NotExists" -> readRowNumber(step.getInt(3));
            case "SeekGE",
                    "SeekGT",
                    "SeekLE",
                    "SeekLT",
                    "IdxGE",
                    "IdxGT",
                    "IdxLE",
                    "IdxLT",
                    "Found",
                    "NotFound",
                    "NoConflict",
                    "IfNoHope" ->
                    search(step.getInt(3), step.getString(6));
            case "Function", "PureFunc", "AggStep", "AggInverse", "AggValue", "AggFinal" ->
                    functions.add(functionName(step.getString(6)));
            case "Transaction" -> {
                if (step.getInt(4) != 0) {
                    beyond.add("a write");
                }
                if (step.getInt(3) == 0) {
                    version = step.getInt(5);
                }
            }
            case "VOpen" -> beyond.add("a virtual table");
            default -> {
                if (!HARMLESS.contains(opcode)) {
                    beyond.add("the step " + opcode);
                }
            }
        }
    }

    EngineAccount account() {
        takeRowNumber();
        return new EngineAccount(columns, functions, version, beyond);
    }

    private void open(ResultSet step) throws SQLException {
        var tree = layout.tree(step.getInt(4));
        boolean inMain = step.getInt(5) == 0;
        if (tree == null || !inMain || (step.getInt(7) & ROOT_IN_REGISTER) != 0) {
            beyond.add("another database");
            return;
        }
        cursors.computeIfAbsent(step.getInt(3), number -> new ArrayList<>(2)).add(tree);
        read(tree.table());
    }

    private Set<String> read(String table) {
        return columns.computeIfAbsent(table, name -> new HashSet<>());
    }

    private List<StorageLayout.Tree> trees(int cursor) {
        return cursors.getOrDefault(cursor, List.of());
    }

    private void read(int cursor, int field) {
        for (var tree : trees(cursor)) {
            read(tree.table())
                    .add(
                            field < tree.fields().size()
                                    ? tree.fields().get(field)
                                    : "field " + field);
        }
    }

    private void readAll(int cursor) {
        for (var tree : trees(cursor)) {
            read(tree.table()).addAll(tree.fields());
        }
    }

    private void takeRowNumber() {
        if (numberedCursor != null) {
            readRowNumber(numberedCursor);
            numberedCursor = null;
        }
    }

    private void readRowNumber(int cursor) {
        trees(cursor).forEach(tree -> read(tree.table()).add(layout.rowNumber(tree.table())));
    }

    /**
     * A search compares what it looks for with as many fields as the fourth operand says, with all
     * where it does not say.
     */
    private void search(int cursor, @Nullable String compared) {
        for (var tree : trees(cursor)) {
            if (tree.keyed()) {
                int count = count(compared);
                read(tree.table())
                        .addAll(
                                count == 0 || count > tree.fields().size()
                                        ? tree.fields()
                                        : tree.fields().subList(0, count));
            } else {
                read(tree.table()).add(layout.rowNumber(tree.table()));
            }
        }
    }

    private static int count(@Nullable String operand) {
        try {
            return operand == null ? 0 : Integer.parseInt(operand);
        } catch (NumberFormatException e) { // an operand of another kind says nothing of a count
            return 0;
        }
    }

    /** Such as {@code like(2)}. */
    private static String functionName(@Nullable String shown) {
        if (shown == null) {
            return "an unnamed function";
        }
        int end = shown.indexOf('(');
        return SqlNames.folded(end < 0 ? shown : shown.substring(0, end));
    }
}
