-- One statement, then the findings expected: code and subject, or "nothing". Blank lines between cases.

-- names
select title from book
--> nothing

select B.title, a.NAME from Book as b join AUTHOR a on b.author_id = a.author_id
--> nothing

select titel from book
--> UNKNOWN_COLUMN titel

select title from books
--> UNKNOWN_TABLE books

select b.title from book as b where a.name = 'Ada Berg'
--> UNKNOWN_TABLE a

select book.title from book as b
--> UNKNOWN_TABLE book

select b.name from book as b
--> UNKNOWN_COLUMN b.name

select name from author join book on author.author_id = book.author_id join loan on loan.book_id = book.book_id join member on member.member_id = loan.member_id
--> AMBIGUOUS_COLUMN name

select author_id from author join book using (author_id)
--> nothing

select author_id from author natural join book
--> nothing

select x.* from book
--> UNKNOWN_TABLE x

select rowid from book
--> nothing

-- scopes
select name from author where exists (select 1 from book where book.author_id = author.author_id and price > 10)
--> nothing

select name from author where author_id in (select author_id from book where nme = 1)
--> UNKNOWN_COLUMN nme

select t.n from (select name as n from author) as t
--> nothing

select t.name from (select name as n from author) as t
--> UNKNOWN_COLUMN t.name

with dear as (select * from book where price > 10) select title from dear
--> nothing

with dear(t, p) as (select title, price from book) select t from dear where p > 10
--> nothing

with dear(t, p) as (select title, price from book) select title from dear
--> UNKNOWN_COLUMN title

with recursive n(i) as (select 1 union all select i + 1 from n where i < 5) select i from n
--> nothing

select price * 2 as twice from book where twice > 20 order by twice
--> nothing

select price * 2 as twice, twice + 1 from book
--> UNKNOWN_COLUMN twice

select city as c, count(*) as n from member group by c having n > 1 order by n desc
--> nothing

select title from book union select name from author order by title
--> nothing

-- texts in double quotes
select title from book join author using (author_id) where country = "Norway"
--> nothing

select title from book join author using (author_id) where country = "Sweden"
--> VALUE_IN_NO_ROW Sweden

select title from book where title = "U.S. Ferries"
--> nothing

-- statements
select title from
--> UNPARSABLE

delete from book
--> NOT_READ_ONLY

select title from book; delete from book
--> NOT_READ_ONLY

-- functions
select middle(price) from book
--> UNKNOWN_FUNCTION middle

select strftime('%Y', lent), upper(book_id), coalesce(returned, lent) from loan
--> nothing

select title from book where count(*) > 1
--> MISUSED_AGGREGATE count
--> AGGREGATE_WITHOUT_GROUPING title

select max(count(*)) from book group by author_id
--> MISUSED_AGGREGATE count

select title from book where price = (select max(price) from book)
--> nothing

-- types
select title from book where price > 'cheap'
--> TYPE_MISMATCH cheap

select title from book where price > '10.5'
--> nothing

select loan_id from loan where lent > '2022-13-01'
--> TYPE_MISMATCH 2022-13-01

select loan_id from loan where lent between '2022-01-01' and '2022-01-31 23:59:59'
--> nothing

select loan_id from loan where lent > 2022
--> TYPE_MISMATCH 2022

select loan_id from loan where strftime('%Y', lent) = 2022
--> TYPE_MISMATCH 2022

select loan_id from loan where strftime('%Y', lent) = '2022'
--> nothing

select loan_id from loan where cast(strftime('%Y', lent) as integer) = 2022
--> nothing

select loan_id from loan where date(lent) >= 'last week'
--> TYPE_MISMATCH last week

-- values
select name from author where country = 'norway'
--> VALUE_IN_NO_ROW norway

select name from author where country in ('Norway', 'Wals')
--> VALUE_IN_NO_ROW Wals

select name from author where country like 'nor%'
--> nothing

select name from author where country like '%stan'
--> VALUE_IN_NO_ROW %stan

select title from book where title = 'O''Hara''s Gate'
--> nothing

select title from book where pages = 330
--> nothing

select title from book where pages = 331
--> VALUE_IN_NO_ROW 331

-- joins
select title from book join author on book.book_id = author.author_id
--> JOIN_NOT_ALONG_KEYS book.book_id = author.author_id

select title from book join author on book.title = author.author_id
--> TYPE_MISMATCH book.title = author.author_id

select title from book where author_id in (select member_id from member)
--> JOIN_NOT_ALONG_KEYS book.author_id = member.member_id

select a.name from author a join author b on a.author_id = b.author_id
--> nothing

select title, name from book, author
--> JOIN_WITHOUT_CONDITION author

select title, name from book, author where book.author_id = author.author_id
--> nothing

select title from book, (select avg(price) as p from book) as m where price > m.p
--> nothing

select title, m.p from book, (select avg(price) as p from book) as m
--> nothing

select member.name from member, loan where exists (select 1 from book where book.book_id = loan.book_id and loan.member_id = member.member_id)
--> nothing

-- grouping
select title, count(*) from book
--> AGGREGATE_WITHOUT_GROUPING title

select title, max(price) from book
--> nothing

select title from book order by count(*) desc limit 1
--> AGGREGATE_WITHOUT_GROUPING title

select title, count(*) from book group by author_id
--> COLUMN_NOT_GROUPED title

select name, count(*) from author join book on author.author_id = book.author_id group by book.author_id
--> nothing

select strftime('%Y', lent), count(*) from loan group by strftime('%Y', lent)
--> nothing

select strftime('%Y-%m', lent) as month, sum(book_id) / 100.0 from loan where strftime('%Y', lent) = '2022' group by month
--> nothing

select strftime('%Y-%m', lent) as m, sum(book_id) / 100.0 from loan where strftime('%Y', lent) = '2022' group by m
--> nothing

select strftime('%Y-%m', lent) as m, count(*) from loan where strftime('%Y', lent) = '2022' group by m
--> nothing

select strftime('%Y-%m', lent) as m, count(*) from loan group by m
--> nothing

select strftime('%Y', lent) as y, count(*) from loan group by 1
--> nothing

select country, count(*) from author where country = 'Norway'
--> nothing

select name, sum(count(*)) over () from author group by name
--> nothing

select count(*) filter (where price > 10) from book
--> nothing

select count(*) from book order by price
--> nothing

select country, name from author group by country order by born
--> COLUMN_NOT_GROUPED name
--> COLUMN_NOT_GROUPED born

select price from (select not price from book)
--> UNKNOWN_COLUMN price

-- dates
select date(lent, 'start of month', '-1 day'), strftime('%Y-%m', 'now'), datetime('2022-01-01') from loan
--> nothing

select date(lent, 'start of mnoth') from loan
--> MALFORMED_TIME start of mnoth

select strftime('%Y', 'today') from loan
--> MALFORMED_TIME today
