package org.demur.generation.verified.filling;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.generation.verified.template.AliasRemoval;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.TreeWalk;
import org.demur.generation.verified.template.TreeWalk.Clause;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;
import org.demur.sql.SqlTreeWriter;

/** Puts what was chosen into a template's places, in the walk's order. */
final class TemplateWriter implements TreeWalk.Visitor {
    private final FilledTemplate filling;
    private final List<String> tables;
    private final String[] literals;
    private int table;
    private int column;
    private int literal;
    private int operator;
    private int scope;
    private final Deque<Integer> open = new ArrayDeque<>();

    /** How often each open SELECT has used each table. */
    private final Deque<Map<String, Integer>> used = new ArrayDeque<>();

    private TemplateWriter(FilledTemplate filling) {
        this.filling = filling;
        this.tables = filling.bound().instantiation.binding().tables();
        SqlTemplate template = filling.template();
        this.literals = new String[template.sample().literals().size()];
        for (int g = 0; g < template.literals.size(); g++) {
            for (int place : template.literals.get(g).places()) {
                literals[place] = filling.literals().texts().get(g);
            }
        }
    }

    /** The statement; empty where SQL cannot express it. */
    static Optional<String> write(FilledTemplate filling) {
        var tree = filling.template().sample().tree();
        return SqlTreeWriter.write(TreeWalk.walk(tree, new TemplateWriter(filling)));
    }

    @Override
    public void enter(boolean distinct) {
        open.push(scope++);
        used.push(new HashMap<>());
    }

    @Override
    public void exit() {
        open.pop();
        used.pop();
    }

    @Override
    public SqlNode word(Word word) {
        return ParsedStatement.isOperator(word.text())
                ? new Word(filling.operators().texts().get(operator++))
                : word;
    }

    @Override
    public SqlNode literal(Literal old, List<SqlNode> around, int index) {
        return new Literal(literals[literal++], old.quoted());
    }

    @Override
    public SqlNode table(TableUse old) {
        String name = tables.get(table++);
        int time = used.element().merge(name, 1, Integer::sum);
        return new TableUse(
                name, AliasRemoval.isOwn(old) ? AliasRemoval.own(name, time) : old.alias());
    }

    @Override
    public SqlNode column(ColumnPath old, List<SqlNode> around, int index, Clause clause) {
        return filling.lookUps().columns().get(column++);
    }

    @Override
    public List<List<SqlNode>> conjuncts(List<List<SqlNode>> where) {
        var conditions = filling.times().conditions().get(open.element());
        if (conditions == null) {
            return where;
        }
        var longer = new ArrayList<>(where);
        longer.addAll(conditions);
        return longer;
    }
}
